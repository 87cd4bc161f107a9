// Reads a log from standard input and checks it with the transparency log of Go's checksum database, unmodified:
// GO111MODULE=off GOPATH=/usr/share/gocode go run check-log.go
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type given struct {
	Key         string            `json:"key"`
	Note        string            `json:"note"`
	Leaves      []string          `json:"leaves"`
	Tiles       map[string][]byte `json:"tiles"`
	Inclusion   [][]tlog.Hash     `json:"inclusion"`
	Consistency []struct {
		Old, Size int64
		Proof     []tlog.Hash
	} `json:"consistency"`
}

type tiles map[string][]byte

func (tiles) Height() int { return 8 }

func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range wanted {
		stored := t[fmt.Sprintf("%d/%d", tile.L, tile.N)]
		if len(stored) < tile.W*tlog.HashSize {
			return nil, fmt.Errorf("tile %v has %d bytes", tile, len(stored))
		}
		data = append(data, stored[:tile.W*tlog.HashSize])
	}
	return data, nil
}

func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func same(one, other []tlog.Hash) bool {
	if len(one) != len(other) {
		return false
	}
	for i := range one {
		if !bytes.Equal(one[i][:], other[i][:]) {
			return false
		}
	}
	return true
}

func main() {
	var all []given
	must(json.NewDecoder(os.Stdin).Decode(&all))
	leaves, pairs := 0, 0
	for _, one := range all {
		verifier, err := note.NewVerifier(one.Key)
		must(err)
		opened, err := note.Open([]byte(one.Note), note.VerifierList(verifier))
		must(err)
		// Go's own format of a tree has another first line.
		lines := strings.SplitN(opened.Text, "\n", 2)
		if lines[0] != verifier.Name() {
			log.Fatalf("the origin is %q", lines[0])
		}
		tree, err := tlog.ParseTree([]byte("go.sum database tree\n" + lines[1]))
		must(err)
		if tree.N != int64(len(one.Leaves)) {
			log.Fatalf("the checkpoint has %d leaves of %d", tree.N, len(one.Leaves))
		}
		reader := tlog.TileHashReader(tree, tiles(one.Tiles))
		for i, leaf := range one.Leaves {
			proof, err := tlog.ProveRecord(tree.N, int64(i), reader)
			must(err)
			must(tlog.CheckRecord(proof, tree.N, tree.Hash, int64(i), tlog.RecordHash([]byte(leaf))))
			if !same(proof, one.Inclusion[i]) {
				log.Fatalf("another proof of leaf %d of %d", i, tree.N)
			}
			leaves++
		}
		for _, pair := range one.Consistency {
			proof, err := tlog.ProveTree(pair.Size, pair.Old, reader)
			must(err)
			before, err := tlog.TreeHash(pair.Old, reader)
			must(err)
			after, err := tlog.TreeHash(pair.Size, reader)
			must(err)
			must(tlog.CheckTree(proof, pair.Size, after, pair.Old, before))
			if !same(proof, pair.Proof) {
				log.Fatalf("another proof from %d to %d", pair.Old, pair.Size)
			}
			pairs++
		}
	}
	fmt.Printf("%d logs, %d leaves, %d pairs agree\n", len(all), leaves, pairs)
}
