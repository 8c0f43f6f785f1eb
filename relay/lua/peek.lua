-- Returns the state of a round, and extends its lease: only its client peeks.
-- ARGV: lease (ms), keep (ms)
-- Reply: state, "", result, deadline, asker. The state may also be "unknown", or "conflict" for another round.
local state, result, deadline, fields = find()
if state == 'open' then
  -- Redis may have lost the open rounds or their sizes, but not this record.
  keepOpen(fields[9] or '', fields[7] or '', tonumber(ARGV[4]), tonumber(ARGV[5]), fields)
end
return { state, '', result, deadline, state ~= 'conflict' and fields[9] or '' }
