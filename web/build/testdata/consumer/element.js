import "elicitform/element";
