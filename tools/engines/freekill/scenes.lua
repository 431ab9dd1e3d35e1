-- SPDX-License-Identifier: GPL-3.0-or-later
-- Names, scenes and states: the contract's table in FreeKill's terms, and back.

local kit = require "caipan"

local names = { cards = {}, generals = {}, skills = {}, labels = {}, ids = {} }

local SUITS, PHASES
local FACTIONS = { ["魏"] = "wei", ["蜀"] = "shu", ["吴"] = "wu", ["群"] = "qun", ["神"] = "god" }
local ZONES

--- FreeKill's word in Chinese, without marks and parameters.
function names.zh(word)
  local text = Fk:translate(tostring(word), "zh_CN")
  return (text:gsub("<[^>]*>", ""))
end

--- Learn the Chinese names of all cards, generals and skills that the checkout has.
function names.learn()
  SUITS = { spade = Card.Spade, heart = Card.Heart, club = Card.Club, diamond = Card.Diamond }
  names.suits = SUITS
  PHASES = {
    [Player.Start] = "prep", [Player.Judge] = "judge", [Player.Draw] = "draw",
    [Player.Play] = "play", [Player.Discard] = "discard", [Player.Finish] = "finish",
  }
  names.phases = PHASES
  ZONES = {
    [Card.PlayerHand] = "hand", [Card.PlayerEquip] = "equipment", [Card.PlayerJudge] = "judgement",
    [Card.PlayerSpecial] = "aside", [Card.Processing] = "processing", [Card.DrawPile] = "draw",
    [Card.DiscardPile] = "discard",
  }
  for _, card in ipairs(Fk.cards) do
    if not card.is_derived then names.cards[names.zh(card.name)] = card.name end
  end
  for name, general in pairs(Fk.generals) do
    if not general.hidden and not general.total_hidden and general.package.name ~= "test_p_0" then
      names.generals[names.zh(name)] = name
      for _, skill in ipairs(general:getSkillNameList(true)) do names.skills[names.zh(skill)] = skill end
    end
  end
end

--- The label of a skill: an equipment's own skill is called like the card.
function names.skill(name)
  local plain = name:match "^#skill_muti_trigger:::(.-):%d+$" or name
  local skill = Fk.skills[plain]
  local skeleton = skill and skill:getSkeleton()
  return names.zh(skeleton and (skeleton.attached_equip or skeleton.name) or plain)
end

--- The engine's id of the real card that a label names; the card is made where the deck of Fk has none yet.
--- @return integer?  nil for what is no card of FreeKill's
function names.id(label)
  if names.ids[label] then return names.ids[label] end
  local name, suit, number = kit.card(label)
  local own = name and names.cards[name]
  if not own then return nil end
  local card = Fk:cloneCard(own, SUITS[suit], number)
  card.id = #Fk.cards + 1
  Fk.cards[card.id] = card
  names.ids[label], names.labels[card.id] = card.id, label
  return card.id
end

function names.label(id) return names.labels[id] end

function names.labelled(ids) return kit.map(ids, names.label) end

function names.of(players)
  return kit.map(players, function(player) return player.caipan end)
end

--- A zone in the contract's words; nil outside the game.
function names.zone(area, owner)
  local zone = ZONES[area]
  return zone and owner and area <= Card.PlayerSpecial and owner.caipan .. "." .. zone or zone
end

--- What a scene names that the checkout does not have, or nil.
function names.missing(scene)
  local function lacking(labels)
    for _, label in ipairs(labels or {}) do
      if not names.id(label) then return label end
    end
  end
  local lacks = lacking(scene.draw_pile) or lacking(scene.discard_pile)
  for _, seat in ipairs(scene.players) do
    lacks = lacks or lacking(seat.hand) or lacking(seat.equipment)
    for _, label in ipairs(seat.judgement or {}) do
      local real, trick = label:match "^(.-)=(.+)$"
      if not names.id(real or label) or (trick and not names.cards[trick]) then lacks = lacks or label end
    end
    for _, skill in ipairs(seat.skills or {}) do
      if not names.skills[skill] then lacks = lacks or skill end
    end
    if seat.general and not names.generals[seat.general] then lacks = lacks or seat.general end
    if seat.aside and seat.aside[1] then lacks = lacks or "cards on a general" end
  end
  return lacks
end

local scenes = {}

--- Who sits where, as whom: before anybody has a card.
function scenes.seat(logic, scene)
  local room = logic.room
  for i, player in ipairs(room.players) do
    local seat = scene.players[i]
    player.caipan, player.role, player.role_shown = seat.name, seat.role or "unknown", seat.role == "lord"
  end
  room:arrangeSeats(room.players)
  room:setCurrent(room.players[1])
  for i, player in ipairs(room.players) do
    local seat = scene.players[i]
    room:prepareGeneral(player, seat.general and names.generals[seat.general] or "blank_shibing", nil, true)
    if seat.faction then player.kingdom = FACTIONS[seat.faction] or seat.faction end
    if seat.gender then player.gender = seat.gender == "male" and General.Male or General.Female
    elseif not seat.general then player.gender = General.Male end
  end
  logic:buildPlayerCircle()
  logic:broadcastGeneral()
  if logic.prepareGlobalSkills then logic:prepareGlobalSkills() end
  logic:attachSkillToPlayers()
  logic:prepareForStart()
end

local function lay(room, player, labels, area)
  for _, label in ipairs(labels or {}) do
    local real, trick = label:match "^(.-)=(.+)$"
    local id = names.id(real or label)
    room.void[#room.void + 1] = id
    room:setCardArea(id, Card.Void, nil)
    local move = { ids = { id }, to = player, toArea = area, moveReason = fk.ReasonJustMove }
    if trick then
      local card = Fk:getCardById(id, true)
      move.virtualEquip = Fk:cloneCard(names.cards[trick], card.suit, card.number)
      move.virtualEquip:addSubcard(id)
    end
    room:moveCards(move)
  end
end

--- Cards, hp and all that lies on the table.
function scenes.lay(room, scene)
  room:prepareDrawPile(kit.map(scene.draw_pile, names.id))
  room.void = {}
  lay(room, nil, scene.discard_pile, Card.DiscardPile)
  for i, player in ipairs(room.players) do
    local seat = scene.players[i]
    for _, skill in ipairs(seat.skills or {}) do
      room:handleAddLoseSkills(player, names.skills[skill], nil, false, true)
    end
    lay(room, player, seat.equipment, Card.PlayerEquip)
    lay(room, player, seat.judgement, Card.PlayerJudge)
    lay(room, player, seat.hand, Card.PlayerHand)
    room:setPlayerProperty(player, "maxHp", seat.max_hp)
    room:setPlayerProperty(player, "hp", seat.hp)
    room:setPlayerProperty(player, "chained", seat.chained or false)
    room:setPlayerProperty(player, "faceup", not seat.face_down)
  end
end

local function skills_of(player)
  local found = {}
  for _, skill in ipairs(player.player_skills) do
    local skeleton = skill:getSkeleton()
    local label = skeleton and not skeleton.attached_equip and skill.visible and names.zh(skeleton.name)
    if label and names.skills[label] and not kit.has(found, label) then found[#found + 1] = label end
  end
  return found
end

--- The whole table as a state.
function scenes.state(room, winners)
  local players = kit.map(room.players, function(player)
    return {
      name = player.caipan, hp = player.hp, max_hp = player.maxHp, alive = not player.dead,
      hand = names.labelled(player:getCardIds "h"), equipment = names.labelled(player:getCardIds "e"),
      judgement = kit.map(player:getCardIds "j", function(id)
        local guise = player:getVirtualEquip(id)
        return names.label(id) .. (guise and "=" .. names.zh(guise.name) or "")
      end),
      skills = skills_of(player), chained = player.chained, face_down = not player.faceup,
    }
  end)
  local current = room.current
  local on = current and not current.dead and current.phase ~= Player.NotActive
  return {
    type = "state", players = players, draw_pile = names.labelled(room.draw_pile),
    discard_pile = names.labelled(room.discard_pile), processing = names.labelled(room.processing_area),
    current = on and current.caipan or nil, phase = on and PHASES[current.phase] or nil,
    over = room.game_finished and true or false, winners = winners,
  }
end

return { names = names, scenes = scenes }
