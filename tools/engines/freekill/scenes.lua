-- SPDX-License-Identifier: GPL-3.0-or-later
-- The contract's names, scenes and states in FreeKill's terms, and back. A player's name in the scene is ``caipan``.
local kit = require "caipan"
local names, scenes = { cards = {}, generals = {}, skills = {} }, {}
local SUITS, ZONES

--- FreeKill's word in Chinese, without markup.
function names.zh(word) return (Fk:translate(tostring(word), "zh_CN"):gsub("<[^>]*>", "")) end

--- Every card of a scene is a card of its own, with an id that the deck of Fk does not have yet.
names.deck = kit.deck(function(name, suit, number)
  if not names.cards[name] then return nil end
  local card = Fk:cloneCard(names.cards[name], SUITS[suit], number)
  card.id = #Fk.cards + 1
  Fk.cards[card.id] = card
  return card.id
end)

--- Learn what the checkout has, by its Chinese names.
function names.learn()
  SUITS = { spade = Card.Spade, heart = Card.Heart, club = Card.Club, diamond = Card.Diamond }
  ZONES = { "hand", "equipment", "judgement", "aside", "processing", "draw", "discard" } -- from Card.PlayerHand on
  names.phases = {}
  for i, phase in ipairs { "Start", "Judge", "Draw", "Play", "Discard", "Finish" } do
    names.phases[Player[phase]] = kit.phases[i]
  end
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
  local skeleton = Fk.skills[name] and Fk.skills[name]:getSkeleton()
  return names.zh(skeleton and (skeleton.attached_equip or skeleton.name) or name)
end

function names.of(players) return kit.map(players, function(player) return player.caipan end) end

--- A zone in the contract's words; nil outside the game.
function names.zone(area, owner)
  return ZONES[area] and owner and area <= Card.PlayerSpecial and owner.caipan .. "." .. ZONES[area] or ZONES[area]
end

function scenes.player(room, name) return (kit.player(room.players, "caipan", name)) end

--- What a scene needs that cannot be set up, or nil.
function scenes.missing(scene)
  local aside = kit.find(scene.players, function(seat) return seat.aside and seat.aside[1] end)
  return aside and "cards on a general" or kit.missing(scene, {
    card = function(label) return names.deck:id(label) end, trick = function(name) return names.cards[name] end,
    skill = function(name) return names.skills[name] end, general = function(name) return names.generals[name] end,
  })
end

--- Who sits where, as whom: before anybody has a card.
function scenes.seat(logic, scene)
  local room, factions = logic.room, { ["魏"] = "wei", ["蜀"] = "shu", ["吴"] = "wu", ["群"] = "qun", ["神"] = "god" }
  room:arrangeSeats(room.players)
  room:setCurrent(room.players[1])
  for i, player in ipairs(room.players) do
    local seat = scene.players[i]
    player.caipan, player.role, player.role_shown = seat.name, seat.role or "unknown", seat.role == "lord"
    room:prepareGeneral(player, names.generals[seat.general] or "blank_shibing", nil, true)
    player.kingdom = factions[seat.faction] or seat.faction or player.kingdom
    local gender = seat.gender or not seat.general and "male"
    if gender then player.gender = gender == "male" and General.Male or General.Female end
  end
  logic:buildPlayerCircle()
  logic:broadcastGeneral()
  if logic.prepareGlobalSkills then logic:prepareGlobalSkills() end
  logic:attachSkillToPlayers()
  logic:prepareForStart()
end

--- Cards, hp and all that lies on the table.
function scenes.lay(room, scene)
  room:prepareDrawPile(kit.map(scene.draw_pile, function(label) return names.deck:id(label) end))
  for i, player in ipairs(room.players) do
    for _, skill in ipairs(scene.players[i].skills or {}) do
      room:handleAddLoseSkills(player, names.skills[skill], nil, false, true)
    end
  end
  kit.lay(scene, function(seat, zone, real, trick)
    local id, guise = names.deck:id(real), nil
    if trick then
      local card = Fk:getCardById(id, true)
      guise = Fk:cloneCard(names.cards[trick], card.suit, card.number)
      guise:addSubcard(id)
    end
    local move = { ids = { id }, to = room.players[seat], toArea = table.indexOf(ZONES, zone), virtualEquip = guise }
    move.moveReason = fk.ReasonJustMove
    table.insert(room.void, id)
    room:setCardArea(id, Card.Void, nil)
    room:moveCards(move)
  end)
  for i, player in ipairs(room.players) do
    local seat = scene.players[i]
    player.maxHp, player.hp, player.chained, player.faceup = seat.max_hp, seat.hp, seat.chained or false, not seat.face_down
  end
end

--- The whole table.
function scenes.state(room, winners)
  local deck, current = names.deck, room.current
  local on = current and not current.dead and current.phase ~= Player.NotActive
  return {
    type = "state", current = on and current.caipan or nil, phase = on and names.phases[current.phase] or nil,
    draw_pile = deck:names(room.draw_pile), discard_pile = deck:names(room.discard_pile),
    processing = deck:names(room.processing_area), over = room.game_finished and true or false, winners = winners,
    players = kit.map(room.players, function(player)
      local skills = {}
      for _, skill in ipairs(player.player_skills) do
        if names.skills[names.skill(skill.name)] then skills[names.skill(skill.name)] = true end
      end
      return {
        name = player.caipan, hp = player.hp, max_hp = player.maxHp, alive = not player.dead, skills = kit.keys(skills),
        chained = player.chained, face_down = not player.faceup,
        hand = deck:names(player:getCardIds "h"), equipment = deck:names(player:getCardIds "e"),
        judgement = kit.map(player:getCardIds "j", function(id)
          local guise = player:getVirtualEquip(id)
          return deck.labels[id] .. (guise and "=" .. names.zh(guise.name) or "")
        end),
      }
    end),
  }
end

return { names = names, scenes = scenes }
