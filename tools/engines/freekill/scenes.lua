-- SPDX-License-Identifier: GPL-3.0-or-later
-- The contract's scenes and states in FreeKill's terms, and back.
local kit, names = require "caipan", require "names"
local scenes = {}

--- Who sits where, as whom: before anybody has a card.
local function seat(logic, scene)
  local room = logic.room
  room:arrangeSeats(room.players)
  room:setCurrent(room.players[1])
  for i, player in ipairs(room.players) do
    local seat = scene.players[i]
    names.players[seat.name] = player
    player.caipan, player.role, player.role_shown = seat.name, seat.role or "unknown", seat.role == "lord"
    room:prepareGeneral(player, names.generals[seat.general] or "blank_shibing", nil, true)
    player.kingdom = kit.factions[seat.faction] or seat.faction or player.kingdom
    local gender = seat.gender or not seat.general and "male"
    if gender then player.gender = gender == "male" and General.Male or General.Female end
  end
  logic:buildPlayerCircle()
  logic:broadcastGeneral()
  if logic.prepareGlobalSkills then logic:prepareGlobalSkills() end
  logic:attachSkillToPlayers()
  logic:prepareForStart()
end

--- A card to where it lies, from outside the game; as ``trick``, if it lies as one.
local function place(room, player, zone, label, trick)
  local id = names.deck:id(label)
  local card = Fk:getCardById(id, true)
  local guise = trick and Fk:cloneCard(names.cards[trick], card.suit, card.number)
  if guise then guise:addSubcard(id) end
  table.insert(room.void, id)
  room:setCardArea(id, Card.Void, nil)
  local area = names.area_ids[zone]
  room:moveCards { ids = { id }, to = player, toArea = area, virtualEquip = guise, moveReason = fk.ReasonJustMove }
end

--- Set a scene up in a new room.
function scenes.lay(logic, scene)
  local room = logic.room
  seat(logic, scene)
  room:prepareDrawPile(kit.map(scene.draw_pile, function(label) return names.deck:id(label) end))
  kit.lay(scene, function(i, ...) place(room, room.players[i], ...) end)
  for i, player in ipairs(room.players) do
    local seat = scene.players[i]
    for _, skill in ipairs(seat.skills or {}) do
      room:handleAddLoseSkills(player, names.skills[skill], nil, false, true)
    end
    player.maxHp, player.hp, player.chained = seat.max_hp, seat.hp, seat.chained or false
    player.faceup = not seat.face_down
  end
end

--- A player, as all can see him.
local function seen(player)
  local skills = {} -- by label: some skills of FreeKill's have parts that are skills of their own
  for _, skill in ipairs(player.player_skills) do
    local label = names.skill(skill.name)
    skills[label] = names.skills[label]
  end
  return {
    name = player.caipan, hp = player.hp, max_hp = player.maxHp, alive = not player.dead, skills = kit.keys(skills),
    chained = player.chained, face_down = not player.faceup,
    hand = names.deck:names(player:getCardIds "h"), equipment = names.deck:names(player:getCardIds "e"),
    judgement = kit.map(player:getCardIds "j", function(id)
      local guise = player:getVirtualEquip(id)
      return names.deck.labels[id] .. (guise and "=" .. names.zh(guise.name) or "")
    end),
  }
end

--- The whole table.
function scenes.state(room, winners)
  local deck, current = names.deck, room.current
  local on = current and not current.dead and current.phase ~= Player.NotActive
  return {
    type = "state", current = on and current.caipan or nil, phase = on and names.phases[current.phase] or nil,
    draw_pile = deck:names(room.draw_pile), discard_pile = deck:names(room.discard_pile),
    processing = deck:names(room.processing_area), over = room.game_finished and true or false, winners = winners,
    players = kit.map(room.players, seen),
  }
end

return scenes
