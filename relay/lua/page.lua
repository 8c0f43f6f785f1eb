-- The server says that a page is finished. Such notices have a rate: those of a server, of an asker, and all of a session.
-- ARGV: server, ["<server>","<elicitationId>","<asker>"], keep (ms), asker (may be empty)
-- Reply: the version, or 0 where there are too many notices.
local asker = ARGV[7]
local takes = { 'server', serverOf(asker, ARGV[4]), 1000, 'session', '', 250 }
if asker ~= '' then
  takes[7], takes[8], takes[9] = 'asker', asker, 1000
end
if take(unpack(takes)) then
  return 0
end
return tell('page ' .. ARGV[5], 'page', tonumber(ARGV[6]))
