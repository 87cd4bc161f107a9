// Checks copies of logs with the transparency log of Go's checksum database, unmodified:
// GO111MODULE=off GOPATH=/usr/share/gocode go run check.go FOLDER ...
// A copy has a file for each address of the log; see random-log.ts.
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Up to this size every pair of sizes is checked: 256, or LOG_PAIRS.
var allPairs = int64(256)

type counts struct{ leaves, pairs, proofs int }

// What Cairn itself proves about the log.
type made struct {
	Inclusion   [][]tlog.Hash `json:"inclusion"`
	Consistency []struct {
		Old   int64       `json:"old"`
		Size  int64       `json:"size"`
		Proof []tlog.Hash `json:"proof"`
	} `json:"consistency"`
}

// Tiles as they were served, with the widths that a tree of this size has.
type tiles string

func (tiles) Height() int { return 8 }

func (folder tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range wanted {
		bytes, err := os.ReadFile(filepath.Join(string(folder), "log", pathOf(tile)))
		if err != nil {
			return nil, err
		}
		data = append(data, bytes)
	}
	return data, nil
}

func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}

// C2SP's path of a tile is Go's without the height.
func pathOf(tile tlog.Tile) string { return strings.Replace(tile.Path(), "tile/8/", "tile/", 1) }

func openCheckpoint(checkpoint, key []byte) (tlog.Tree, error) {
	verifier, err := note.NewVerifier(strings.TrimSuffix(string(key), "\n"))
	if err != nil {
		return tlog.Tree{}, err
	}
	opened, err := note.Open(checkpoint, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, err
	}
	// Go's own format of a tree has another first line.
	lines := strings.SplitN(opened.Text, "\n", 2)
	if lines[0] != verifier.Name() {
		return tlog.Tree{}, fmt.Errorf("the origin is %q", lines[0])
	}
	return tlog.ParseTree([]byte("go.sum database tree\n" + lines[1]))
}

func readLeaves(folder string, size int64) ([][]byte, error) {
	var leaves [][]byte
	for first := int64(0); first < size; first += 256 {
		width := size - first
		if width > 256 {
			width = 256
		}
		path := pathOf(tlog.Tile{H: 8, L: 0, N: first / 256, W: int(width)})
		bundle, err := os.ReadFile(filepath.Join(folder, "log", strings.Replace(path, "tile/0/", "tile/entries/", 1)))
		if err != nil {
			return nil, err
		}
		for len(bundle) >= 2 {
			end := 2 + int(binary.BigEndian.Uint16(bundle))
			if end > len(bundle) {
				return nil, fmt.Errorf("an entry is cut short")
			}
			leaves = append(leaves, bundle[2:end])
			bundle = bundle[end:]
		}
	}
	if int64(len(leaves)) != size {
		return nil, fmt.Errorf("the checkpoint has %d entries, and %d are served", size, len(leaves))
	}
	return leaves, nil
}

// Every hash of the tree, made by Go from the leaves alone.
func storedHashes(leaves [][]byte) (tlog.HashReader, error) {
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		hashes := make([]tlog.Hash, len(indexes))
		for at, index := range indexes {
			hashes[at] = stored[index]
		}
		return hashes, nil
	})
	for index, leaf := range leaves {
		hashes, err := tlog.StoredHashes(int64(index), leaf, reader)
		if err != nil {
			return nil, err
		}
		stored = append(stored, hashes...)
	}
	return reader, nil
}

func same(one, other []tlog.Hash) bool {
	if len(one) != len(other) {
		return false
	}
	for at := range one {
		if !bytes.Equal(one[at][:], other[at][:]) {
			return false
		}
	}
	return true
}

func check(folder string) (counted counts, err error) {
	key, err := os.ReadFile(filepath.Join(folder, "log/key"))
	if err != nil {
		return
	}
	checkpoint, err := os.ReadFile(filepath.Join(folder, "log/checkpoint"))
	if err != nil {
		return
	}
	tree, err := openCheckpoint(checkpoint, key)
	if err != nil {
		return
	}
	leaves, err := readLeaves(folder, tree.N)
	if err != nil {
		return
	}
	var ours made
	text, err := os.ReadFile(filepath.Join(folder, "made.json"))
	if err != nil {
		return
	}
	if err = json.Unmarshal(text, &ours); err != nil {
		return
	}
	served := tlog.TileHashReader(tree, tiles(folder))
	for at, leaf := range leaves {
		proof, wrong := tlog.ProveRecord(tree.N, int64(at), served)
		if wrong != nil {
			return counted, wrong
		}
		if err = tlog.CheckRecord(proof, tree.N, tree.Hash, int64(at), tlog.RecordHash(leaf)); err != nil {
			return
		}
		if !same(proof, ours.Inclusion[at]) {
			return counted, fmt.Errorf("Cairn proves entry %d of %d otherwise", at, tree.N)
		}
		counted.leaves++
	}
	hashes, err := storedHashes(leaves)
	if err != nil {
		return
	}
	if counted.pairs, err = checkPairs(folder, tree, hashes, ours); err != nil {
		return
	}
	counted.proofs, err = checkProofs(folder, key, tree, hashes, leaves)
	return
}

func checkPairs(folder string, tree tlog.Tree, hashes tlog.HashReader, ours made) (pairs int, err error) {
	roots := []tlog.Hash{{}}
	for size := int64(1); size <= tree.N; size++ {
		root, wrong := tlog.TreeHash(size, hashes)
		if wrong != nil {
			return pairs, wrong
		}
		roots = append(roots, root)
	}
	if roots[tree.N] != tree.Hash {
		return pairs, fmt.Errorf("the entries do not make the root")
	}
	pair := func(old, size int64, known []tlog.Hash) error {
		proof, err := tlog.ProveTree(size, old, hashes)
		if err != nil {
			return err
		}
		pairs++
		if known != nil && !same(proof, known) {
			return fmt.Errorf("Cairn proves %d to %d otherwise", old, size)
		}
		return tlog.CheckTree(proof, size, roots[size], old, roots[old])
	}
	// Each checkpoint that was served while the log grew is one that it continues.
	seen, err := filepath.Glob(filepath.Join(folder, "seen/*"))
	if err != nil {
		return
	}
	for _, one := range seen {
		key, wrong := os.ReadFile(filepath.Join(one, "key"))
		if wrong != nil {
			return pairs, wrong
		}
		checkpoint, wrong := os.ReadFile(filepath.Join(one, "checkpoint"))
		if wrong != nil {
			return pairs, wrong
		}
		before, wrong := openCheckpoint(checkpoint, key)
		if wrong != nil {
			return pairs, wrong
		}
		if before.N > tree.N || roots[before.N] != before.Hash {
			return pairs, fmt.Errorf("the log does not continue its checkpoint of %d", before.N)
		}
	}
	for size := int64(1); size <= tree.N; size++ {
		if size < tree.N && tree.N > allPairs {
			continue
		}
		for old := int64(1); old <= size; old++ {
			if err = pair(old, size, nil); err != nil {
				return
			}
		}
	}
	for _, one := range ours.Consistency {
		if err = pair(one.Old, one.Size, one.Proof); err != nil {
			return
		}
	}
	return
}

// The files that readers download.
func checkProofs(folder string, key []byte, tree tlog.Tree, hashes tlog.HashReader, leaves [][]byte) (int, error) {
	files, err := filepath.Glob(filepath.Join(folder, "content/*/proof"))
	if err != nil {
		return 0, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return 0, err
		}
		parts := strings.SplitN(string(text), "\n\n", 2)
		lines := strings.Split(parts[0], "\n")
		if len(parts) != 2 || len(lines) < 3 || lines[0] != "c2sp.org/tlog-proof@v1" {
			return 0, fmt.Errorf("%s is no proof", file)
		}
		signed, err := openCheckpoint([]byte(parts[1]), key)
		if err != nil {
			return 0, err
		}
		leaf, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
		if err != nil {
			return 0, err
		}
		index, err := strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64)
		if err != nil {
			return 0, err
		}
		var proof tlog.RecordProof
		for _, line := range lines[3:] {
			hash, err := tlog.ParseHash(line)
			if err != nil {
				return 0, err
			}
			proof = append(proof, hash)
		}
		if err := tlog.CheckRecord(proof, signed.N, signed.Hash, index, tlog.RecordHash(leaf)); err != nil {
			return 0, fmt.Errorf("%s: %v", file, err)
		}
		if signed != tree || !bytes.Equal(leaf, leaves[index]) {
			return 0, fmt.Errorf("%s is about another log", file)
		}
	}
	return len(files), nil
}

func main() {
	if len(os.Args) < 2 {
		log.Fatal("no folder is given")
	}
	if text := os.Getenv("LOG_PAIRS"); text != "" {
		size, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			log.Fatal(err)
		}
		allPairs = size
	}
	folders := os.Args[1:]
	found := make([]counts, len(folders))
	problems := make([]error, len(folders))
	next := make(chan int)
	var working sync.WaitGroup
	for cpu := 0; cpu < runtime.NumCPU(); cpu++ {
		working.Add(1)
		go func() {
			defer working.Done()
			for at := range next {
				found[at], problems[at] = check(folders[at])
			}
		}()
	}
	for at := range folders {
		next <- at
	}
	close(next)
	working.Wait()
	var all counts
	refused := false
	for at, folder := range folders {
		if problems[at] != nil {
			refused = true
			fmt.Printf("%s: %v\n", filepath.Base(folder), problems[at])
		}
		all.leaves += found[at].leaves
		all.pairs += found[at].pairs
		all.proofs += found[at].proofs
	}
	if refused {
		os.Exit(1)
	}
	fmt.Printf("%d logs, %d entries, %d pairs, %d proofs agree\n", len(folders), all.leaves, all.pairs, all.proofs)
}
