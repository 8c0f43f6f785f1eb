package weight

import (
	"errors"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
)

// costs says which part of a compressed file each byte of the file costs.
type costs struct {
	of []float64
	// codes is what the codes take that the rest is written in.
	codes float64
}

// longest is more than one command of brotli takes: what is longer before anything
// comes out are codes.
const longest = 16

// spread decompresses a brotli file of a length. It gives the decoder one byte after
// the other, and sees after each how much has come out: that is what the byte was
// for.
func spread(compressed []byte, length int) (costs, error) {
	c := costs{of: make([]float64, 0, length)}
	source := &oneByOne{rest: compressed}
	r := brotli.NewReader(source)
	piece := make([]byte, 64<<10)
	before := 0
	for {
		n, err := r.Read(piece)
		if n > 0 {
			taken := float64(source.given - before)
			before = source.given
			if taken > longest {
				c.codes += taken - 1
				taken = 1
			}
			for range n {
				c.of = append(c.of, taken/float64(n))
			}
		}
		// The decoder complains about too much input where the last byte that it was
		// given has stayed in its buffer.
		if errors.Is(err, io.EOF) || err != nil && len(source.rest) == 0 && len(c.of) == length {
			break
		} else if err != nil {
			return c, fmt.Errorf("decompress: %w", err)
		}
	}
	c.codes += float64(len(compressed) - before)
	if len(c.of) != length {
		return c, fmt.Errorf("%d bytes come out of the compressed file, and the file has %d", len(c.of), length)
	}
	return c, nil
}

// oneByOne gives its bytes one by one, and counts them.
type oneByOne struct {
	rest  []byte
	given int
}

func (o *oneByOne) Read(p []byte) (int, error) {
	if len(o.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:1], o.rest)
	o.rest = o.rest[n:]
	o.given += n
	return n, nil
}
