-- Binds a link to a browser, unless it is bound already.
-- KEYS: link; ARGV: browser
-- Reply: the bound browser, or '' for an unknown link
if redis.call('EXISTS', KEYS[1]) == 0 then return '' end
redis.call('HSETNX', KEYS[1], 'browser', ARGV[1])
return redis.call('HGET', KEYS[1], 'browser')
