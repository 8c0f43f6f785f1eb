-- Postpones a claimed webhook, unless it was hastened or claimed again.
-- ARGV: name, claim, after (ms), attempts, the job as JSON
local job = redis.call('HMGET', jobs .. ARGV[1], 'claim', 'key')
if job[1] ~= ARGV[2] then return 0 end
set(job[2], ARGV[1], tonumber(ARGV[3]))
-- Ends the claim, so that a repetition of this call changes nothing.
redis.call('HINCRBY', jobs .. ARGV[1], 'claim', 1)
redis.call('HSET', jobs .. ARGV[1], 'attempts', ARGV[4], 'job', ARGV[5])
return 1
