-- Makes a claimed webhook due later, unless it was hastened or claimed anew.
-- KEYS: due, jobs; ARGV: name, claim, after (ms), attempts
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
if redis.call('HGET', KEYS[2] .. ARGV[1], 'claim') ~= ARGV[2] then return 0 end
redis.call('ZADD', KEYS[1], string.format('%.0f', now + tonumber(ARGV[3])), ARGV[1])
-- It is claimed no more, so that a repetition of this call changes nothing.
redis.call('HINCRBY', KEYS[2] .. ARGV[1], 'claim', 1)
redis.call('HSET', KEYS[2] .. ARGV[1], 'attempts', ARGV[4])
return 1
