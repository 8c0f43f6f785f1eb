-- Binds a link to a browser, if there is such a link and it is bound to none.
-- KEYS: link; ARGV: browser
-- Reply: the browser that it is bound to; empty where there is no such link
if redis.call('EXISTS', KEYS[1]) == 0 then return '' end
redis.call('HSETNX', KEYS[1], 'browser', ARGV[1])
return redis.call('HGET', KEYS[1], 'browser')
