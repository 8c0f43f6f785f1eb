-- Returns the questions of an asker that are due for a lookup, and postpones their next one.
-- KEYS: due; ARGV: maximum number, pause before the next lookup (ms)
-- Reply: the questions
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
local names = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
for _, name in ipairs(names) do
  redis.call('ZADD', KEYS[1], string.format('%.0f', now + tonumber(ARGV[2])), name)
end
return names
