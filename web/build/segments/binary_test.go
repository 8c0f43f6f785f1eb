package segments

import "testing"

func TestSignedNumbersRoundTrip(t *testing.T) {
	for _, value := range []int64{0, 1, 63, 64, -1, -64, -65, 127, 128, 8191, 8192, 1<<31 - 1, -1 << 31, 1<<63 - 1, -1 << 63} {
		text := appendSigned(nil, value)
		r := reader{rest: text}
		if got := r.signed(); got != value || r.failed || len(r.rest) > 0 {
			t.Errorf("%d came back as %d, %d of %d bytes left", value, got, len(r.rest), len(text))
		}
	}
}

func TestReaderFailsAtTheEnd(t *testing.T) {
	for name, read := range map[string]func(*reader){
		"byte":     func(r *reader) { r.byte() },
		"bytes":    func(r *reader) { r.bytes(1) },
		"signed":   func(r *reader) { r.signed() },
		"unsigned": func(r *reader) { r.unsigned() },
	} {
		r := reader{}
		if read(&r); !r.failed {
			t.Errorf("%s read beyond the end", name)
		}
	}
}
