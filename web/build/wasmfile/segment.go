package wasmfile

import (
	"encoding/binary"
	"fmt"
)

// Segment is a piece of the initial memory.
type Segment struct {
	Address int64
	Content []byte
}

// ReadSegments reads a data section. The Go linker writes only active segments
// at constant addresses; every other kind is an error.
func ReadSegments(body []byte) ([]Segment, error) {
	r := Reader{Rest: body}
	var segments []Segment
	for range r.Unsigned() {
		if r.Byte() != 0 || r.Byte() != OpI32Const || r.Failed {
			return nil, fmt.Errorf("%w: a data segment without a constant address", ErrLayout)
		}
		address := r.Signed()
		if address < 0 || r.Byte() != OpEnd {
			return nil, fmt.Errorf("%w: address of a data segment", ErrLayout)
		}
		segments = append(segments, Segment{address, r.Bytes(r.Unsigned())})
	}
	if r.Failed || len(r.Rest) > 0 {
		return nil, fmt.Errorf("%w: the data section ends early or late", ErrLayout)
	}
	return segments, nil
}

// WriteSegments is the inverse of ReadSegments.
func WriteSegments(segments []Segment) []byte {
	body := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		body = append(body, 0, OpI32Const)
		body = AppendSigned(body, s.Address)
		body = append(body, OpEnd)
		body = binary.AppendUvarint(body, uint64(len(s.Content)))
		body = append(body, s.Content...)
	}
	return body
}
