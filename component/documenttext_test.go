package component

import "golang.org/x/net/html"

func isHidden(n *html.Node) bool {
	for _, a := range n.Attr {
		if a.Key == "hidden" {
			return a.Val != "false"
		}
	}
	return false
}

func textIn(n *html.Node) string {
	return textWithout(n, func(*html.Node) bool { return false })
}

func textWithout(n *html.Node, isLeftOut func(*html.Node) bool) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	text := ""
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if !isLeftOut(child) {
			text += textWithout(child, isLeftOut)
		}
	}
	return text
}
