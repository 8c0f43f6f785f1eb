//go:build js && wasm

// Command program does what the runtime needs its tables for: it grows and copies stacks
// with pointers on them, collects garbage, recovers, waits, and prints what it finds out
// about its functions.
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

type tree struct {
	left, right *tree
	text        string
}

//go:noinline
func grow(depth int) *tree {
	var onStack [16]*tree
	if depth > 0 {
		onStack[depth%16] = grow(depth - 1)
	}
	t := &tree{onStack[depth%16], nil, fmt.Sprint("depth ", depth)}
	if depth%100 == 0 {
		runtime.GC()
	}
	return t
}

func (t *tree) depth() int {
	if t == nil {
		return 0
	}
	return 1 + t.left.depth()
}

//go:noinline
func failing(list []int, at int) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("recovered: %v", fault)
		}
	}()
	if at < 0 {
		panic(errors.New("negative"))
	}
	return fmt.Errorf("element %d", list[at])
}

//go:noinline
func twice() (text string) {
	defer func() { text += fmt.Sprint(" then ", recover()) }()
	defer func() {
		text = fmt.Sprint(recover())
		panic("second")
	}()
	panic("first")
}

func main() {
	fmt.Println(grow(1000).depth())
	fmt.Println(failing([]int{7}, 0), failing([]int{7}, 3), failing(nil, -1))
	fmt.Println(twice())
	results := make(chan int)
	for i := range 20 {
		go func() {
			time.Sleep(time.Duration(i) * time.Millisecond)
			results <- grow(10 * i).depth()
		}()
	}
	sum := 0
	for range 20 {
		sum += <-results
	}
	fmt.Println(sum)
	_, file, line, ok := runtime.Caller(0)
	fmt.Println("caller:", file[strings.LastIndexByte(file, '/')+1:], line, ok)
	fmt.Println("trace:", strings.Contains(string(debug.Stack()), "main.main()"), strings.Contains(string(debug.Stack()), "main.go:"))
	if len(os.Args) > 1 {
		var missing *tree
		fmt.Println(missing.text)
	}
}
