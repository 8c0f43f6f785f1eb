// Package contract holds requests and responses of /v1 against its OpenAPI document, for tests of the server and of its
// clients. It is given a handler and gives one that fails the test at what the document does not allow. The server itself
// does not import it.
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

// Document is the OpenAPI document of /v1, read and checked.
var Document = sync.OnceValues(func() (validator.Validator, error) {
	document, err := libopenapi.NewDocument(api.Contract())
	if err != nil {
		return nil, err
	}
	v, failures := validator.NewValidator(document, config.WithFormatAssertions())
	if len(failures) > 0 {
		return nil, failures[0]
	}
	if ok, wrong := v.ValidateDocument(); !ok {
		return nil, fmt.Errorf("the document is not one of OpenAPI 3.1: %s", texts(wrong))
	}
	return v, nil
})

func texts(all []*errors.ValidationError) string {
	var text strings.Builder
	for _, one := range all {
		fmt.Fprintf(&text, "%s: %s; ", one.Message, one.Reason)
		for _, inner := range one.SchemaValidationErrors {
			fmt.Fprintf(&text, "%s: %s; ", inner.KeywordLocation, inner.Reason)
		}
	}
	return text.String()
}

// Check passes requests on, and fails the test for each response that the document does not describe, and for each request
// that it forbids and that is served all the same.
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
		again := func() *http.Request {
			copied := r.Clone(r.Context())
			copied.Body = io.NopCloser(bytes.NewReader(body))
			copied.ContentLength = int64(len(body))
			return copied
		}
		recorder := httptest.NewRecorder()
		next.ServeHTTP(recorder, again())
		response := recorder.Result()
		response.Body = io.NopCloser(bytes.NewReader(recorder.Body.Bytes()))

		valid, wrong := document.ValidateHttpRequestSync(again())
		if !valid && response.StatusCode < 400 {
			t.Errorf("%s %s gets %d, and the document forbids it: %s\n%.500s", r.Method, r.URL.Path, response.StatusCode, texts(wrong), body)
		}
		// An id is never empty, though a pattern of the document matches an address that ends before it.
		described := described(wrong) && !strings.HasSuffix(r.URL.Path, "/")
		if ok, wrong := document.ValidateHttpResponse(again(), response); described && !ok {
			t.Errorf("%s %s: the document does not describe the response %d: %s\n%.500s",
				r.Method, r.URL.Path, response.StatusCode, texts(wrong), recorder.Body)
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

// described reports whether the document knows the address and the method.
func described(wrong []*errors.ValidationError) bool {
	for _, one := range wrong {
		if one.ValidationType == "path" {
			return false
		}
	}
	return true
}
