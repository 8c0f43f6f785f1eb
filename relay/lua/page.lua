-- Stores a finished page. The pages of a server, of an asker and of a session have rates.
-- ARGV: server, ["<server>","<elicitationId>","<asker>"], keep (ms), asker (may be empty)
-- Reply: the version, or 0 past a rate.
local asker = ARGV[7]
local charges = { 'server', serverKey(asker, ARGV[4]), 1000, 'session', '', 250 }
if asker ~= '' then
  charges[7], charges[8], charges[9] = 'asker', asker, 1000
end
if chargeRates(unpack(charges)) then
  return 0
end
return addNews('page ' .. ARGV[5], 'page', tonumber(ARGV[6]))
