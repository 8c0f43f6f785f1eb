// Package contract checks requests and responses of /v1 against its OpenAPI document, in tests only.
package contract

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/config"
	"github.com/pb33f/libopenapi-validator/errors"

	"github.com/elicitform/elicitform/cmd/elicitform-server/api"
)

// Document is the OpenAPI document of /v1.
var Document = sync.OnceValues(func() (validator.Validator, error) {
	document, err := libopenapi.NewDocument(api.Contract())
	if err != nil {
		return nil, err
	}
	v, failures := validator.NewValidator(document, config.WithFormatAssertions())
	if len(failures) > 0 {
		return nil, failures[0]
	}
	if ok, failures := v.ValidateDocument(); !ok {
		return nil, fmt.Errorf("the document is not valid OpenAPI 3.1: %s", format(failures))
	}
	return v, nil
})

func format(failures []*errors.ValidationError) string {
	var text strings.Builder
	for _, failure := range failures {
		fmt.Fprintf(&text, "%s: %s; ", failure.Message, failure.Reason)
		for _, inner := range failure.SchemaValidationErrors {
			fmt.Fprintf(&text, "%s: %s; ", inner.KeywordLocation, inner.Reason)
		}
	}
	return text.String()
}

// Check fails the test for each response that the document does not describe, and each forbidden request that succeeds.
func Check(t testing.TB, next http.Handler) http.Handler {
	t.Helper()
	document, err := Document()
	if err != nil {
		t.Fatal(err)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/v1/") {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("%s %s: read the body: %v", r.Method, r.URL.Path, err)
		}
		copyRequest := func() *http.Request {
			copied := r.Clone(r.Context())
			copied.Body = io.NopCloser(bytes.NewReader(body))
			copied.ContentLength = int64(len(body))
			return copied
		}
		recorder := httptest.NewRecorder()
		next.ServeHTTP(recorder, copyRequest())
		response := recorder.Result()
		response.Body = io.NopCloser(bytes.NewReader(recorder.Body.Bytes()))

		isAllowed, failures := document.ValidateHttpRequestSync(copyRequest())
		if !isAllowed && response.StatusCode < 400 {
			t.Errorf("%s %s gets %d, and the document forbids it: %s\n%.500s", r.Method, r.URL.Path, response.StatusCode, format(failures), body)
		}
		// The pattern of a path with an id also matches a path that ends before the id.
		isDescribed := isDescribed(failures) && !strings.HasSuffix(r.URL.Path, "/")
		if ok, failures := document.ValidateHttpResponse(copyRequest(), response); isDescribed && !ok {
			t.Errorf("%s %s: the document does not describe the response %d: %s\n%.500s",
				r.Method, r.URL.Path, response.StatusCode, format(failures), recorder.Body)
		}
		if kind := response.Header.Get("Content-Type"); response.StatusCode >= 400 && kind != "application/problem+json" {
			t.Errorf("%s %s: status %d with %q", r.Method, r.URL.Path, response.StatusCode, kind)
		}
		for name, values := range response.Header {
			w.Header()[name] = values
		}
		w.WriteHeader(recorder.Code)
		_, _ = w.Write(recorder.Body.Bytes())
	})
}

func isDescribed(failures []*errors.ValidationError) bool {
	for _, failure := range failures {
		if failure.ValidationType == "path" {
			return false
		}
	}
	return true
}
