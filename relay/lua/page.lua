-- The server says that a page is finished. Such notices have a rate: those of a server, and all of a session.
-- ARGV: server, ["<server>","<elicitationId>"], keep (ms)
-- Reply: the version, or 0 where there are too many notices.
if take('server ' .. ARGV[4], 1000, 'session', 250) then
  return 0
end
return tell('page ' .. ARGV[5], 'page', tonumber(ARGV[6]))
