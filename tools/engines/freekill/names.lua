-- SPDX-License-Identifier: GPL-3.0-or-later
-- The contract's names in FreeKill's terms, and back. A player's name in the scene is its field ``caipan``.
local kit = require "caipan"
local names = {
  cards = {}, generals = {}, skills = {}, -- what the checkout has: by the Chinese name FreeKill's
  players = {}, -- those of the present game, by their names
  elements = { fire = fk.FireDamage, thunder = fk.ThunderDamage },
  areas = { "hand", "equipment", "judgement", "aside", "processing", "draw", "discard" }, -- from Card.PlayerHand = 1 on
  phase_ids = kit.inverse { [Player.Start] = "prep", [Player.Judge] = "judge", [Player.Draw] = "draw",
    [Player.Play] = "play", [Player.Discard] = "discard", [Player.Finish] = "finish" },
}
local SUITS = { spade = Card.Spade, heart = Card.Heart, club = Card.Club, diamond = Card.Diamond }
names.phases, names.area_ids = kit.inverse(names.phase_ids), kit.inverse(names.areas)

--- FreeKill's word in Chinese, without markup.
function names.zh(word) return (Fk:translate(tostring(word), "zh_CN"):gsub("<[^>]*>", "")) end

for _, card in ipairs(Fk.cards) do
  if not card.is_derived then names.cards[names.zh(card.name)] = card.name end
end
for name, general in pairs(Fk.generals) do
  if not general.hidden and not general.total_hidden and general.package.name ~= "test_p_0" then
    names.generals[names.zh(name)] = name
    for _, skill in ipairs(general:getSkillNameList(true)) do names.skills[names.zh(skill)] = skill end
  end
end
names.skills["观星"] = nil -- the contract has no ask for laying cards in an order

--- Every card of a scene is a card of its own, with an id that the deck of Fk does not have yet.
names.deck = kit.deck(function(name, suit, number)
  local card = Fk:cloneCard(names.cards[name], SUITS[suit], number)
  card.id = #Fk.cards + 1
  Fk.cards[card.id] = card
  return card.id
end)

--- The label of a skill: an equipment's own skill is called like the card.
function names.skill(name)
  local skeleton = Fk.skills[name] and Fk.skills[name]:getSkeleton()
  return names.zh(skeleton and (skeleton.attached_equip or skeleton.name) or name)
end

function names.of(players) return kit.map(players, function(player) return player.caipan end) end

--- A zone in the contract's words; nil outside the game.
function names.zone(area, owner)
  local zone = names.areas[area]
  return zone and owner and area < Card.Processing and owner.caipan .. "." .. zone or zone
end

return names
