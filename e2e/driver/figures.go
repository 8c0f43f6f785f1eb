package driver

import (
	"context"
	"encoding/json"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Version names the browser of a tab.
func Version(ctx context.Context) (string, error) {
	version, err := chromedp.CallBrowser(ctx, browser.GetVersion, struct{}{})
	if err != nil {
		return "", err
	}
	return version.Product, nil
}

// CountCPU measures the main thread of a page or frame: wall time would show how busy the machine is.
func CountCPU(ctx context.Context) error {
	_, err := chromedp.Call(ctx, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
	return err
}

// Metrics are the browser's own figures of a page or frame, given even while a script computes.
func Metrics(ctx context.Context) (map[string]float64, error) {
	result, err := chromedp.Call(ctx, performance.GetMetrics, struct{}{})
	if err != nil {
		return nil, err
	}
	values := map[string]float64{}
	for _, m := range result.Metrics {
		values[m.Name] = m.Value
	}
	return values, nil
}

// CollectGarbage frees the unreachable objects on the heap of a page or frame.
func CollectGarbage(ctx context.Context) error {
	_, err := chromedp.Call(ctx, heapprofiler.CollectGarbage, struct{}{})
	return err
}

// ProgramMemory is the size of all WebAssembly memories of a document, in bytes; of script 0 as in EvaluateIn.
func ProgramMemory(ctx context.Context, script runtime.ExecutionContextID) (bytes float64, err error) {
	const group = "memory"
	defer func() {
		_, _ = chromedp.Call(ctx, runtime.ReleaseObjectGroup, runtime.ReleaseObjectGroupParams{ObjectGroup: group})
	}()
	prototype, err := chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{
		Expression: "WebAssembly.Memory.prototype", ContextID: script, ObjectGroup: group,
	})
	if err != nil {
		return 0, err
	}
	objects, err := chromedp.Call(ctx, runtime.QueryObjects, runtime.QueryObjectsParams{
		PrototypeObjectID: prototype.Result.ObjectID, ObjectGroup: group,
	})
	if err != nil {
		return 0, err
	}
	sum, err := chromedp.Call(ctx, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: "function () { return this.reduce((sum, memory) => sum + memory.buffer.byteLength, 0); }",
		ObjectID:            objects.Objects.ObjectID, ReturnByValue: new(true),
	})
	if err != nil {
		return 0, err
	}
	err = json.Unmarshal(sum.Result.Value, &bytes)
	return bytes, err
}
