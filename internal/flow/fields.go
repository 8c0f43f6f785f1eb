package flow

// Fields are the fields of a question. States share them: a copy that changes one field
// has that field to itself, and the others in common with what it was copied from. A
// key press in a form of a thousand fields therefore copies no more than in one of ten.
type Fields struct {
	blocks []*block
	length int
}

// block is some fields in a row. A form has at most schema.MaxProperties fields: with
// so many there are about as many blocks as fields in a block, and to copy a block and
// the list of them is least work.
type block [blockSize]*Field

const blockSize = 32

// Len is how many fields there are.
func (f Fields) Len() int { return f.length }

// At is a field, for reading: other states may share it.
func (f Fields) At(i int) *Field { return f.blocks[i/blockSize][i%blockSize] }

// change is a field, for changing: a copy that no one else has.
func (f *Fields) change(i int) *Field {
	blocks := make([]*block, len(f.blocks))
	copy(blocks, f.blocks)
	in, field := *blocks[i/blockSize], *f.At(i)
	in[i%blockSize] = &field
	blocks[i/blockSize] = &in
	f.blocks = blocks
	return &field
}

// changed reports whether another field than one is not the same as before, or whether
// the controls of that one must be built anew, which only what is around it can do; -1
// for one means any field. It looks only into blocks that have changed.
func (f Fields) changed(before Fields, one int) bool {
	if same(f.blocks, before.blocks) || f.length != before.length {
		return f.length != before.length
	}
	for b, in := range f.blocks {
		if in == before.blocks[b] {
			continue
		}
		for i, field := range in {
			was := before.blocks[b][i]
			if field != was && (b*blockSize+i != one || field.Generation != was.Generation) {
				return true
			}
		}
	}
	return false
}

// add adds a field behind the others, for changing. Nobody else may have the fields yet.
func (f *Fields) add(field Field) *Field {
	at := f.length % blockSize
	if at == 0 {
		f.blocks = append(f.blocks, new(block))
	}
	f.blocks[len(f.blocks)-1][at] = &field
	f.length++
	return &field
}
