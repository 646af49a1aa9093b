// Reads a log as Go's own code for checksum databases does (golang.org/x/mod/sumdb), which C2SP's tlog-tiles follows.
//
//	main FOLDER
//
// FOLDER holds `vkey`, `checkpoint`, `tile/…` and `old/*`, checkpoints of before, as they are served below /log, and
// `inclusion/<index>` and `consistency/<old size>`, the proofs as the platform makes them, a base64 hash a line.
// Prints the numbers of checks; exits with 1 and a sentence when one does not hold. Shares no code with the platform.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Hashes of a tile: 2^8.
const height = 8

// Tiles as files. Go's names have the height in them: tile/8/0/000 is our tile/0/000.
type folder string

func (f folder) Height() int { return height }

func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		data, err := os.ReadFile(f.path(strings.Replace(tile.Path(), "tile/8/", "tile/", 1)))
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}

func (f folder) SaveTiles([]tlog.Tile, [][]byte) {}

func (f folder) path(name string) string { return filepath.Join(string(f), filepath.FromSlash(name)) }

func (f folder) read(name string) []byte {
	data, err := os.ReadFile(f.path(name))
	must(err, name)
	return data
}

func must(err error, what string) {
	if err != nil {
		fmt.Println(what+":", err)
		os.Exit(1)
	}
}

// Opens a checkpoint's note and reads its tree.
func (f folder) tree(name string, key note.Verifier) tlog.Tree {
	opened, err := note.Open(f.read(name), note.VerifierList(key))
	must(err, name)
	// Go reads the trees of one log alone, by its first line; ours begin with the origin.
	rest := strings.TrimPrefix(opened.Text, key.Name()+"\n")
	if rest == opened.Text {
		must(fmt.Errorf("another origin"), name)
	}
	tree, err := tlog.ParseTree([]byte("go.sum database tree\n" + rest))
	must(err, name)
	return tree
}

// Entries of the log's bundles, in their order.
func (f folder) entries(size int64) [][]byte {
	var all [][]byte
	for int64(len(all)) < size {
		index, width := int64(len(all))>>height, size-int64(len(all))
		if width > 1<<height {
			width = 1 << height
		}
		name := tlog.Tile{H: height, L: -1, N: index, W: int(width)}.Path()
		data := f.read(strings.Replace(name, "tile/8/data/", "tile/entries/", 1))
		for len(data) > 0 {
			length := int(binary.BigEndian.Uint16(data))
			all, data = append(all, data[2:2+length]), data[2+length:]
		}
	}
	return all
}

// The numbers that files of a folder are named by, and the hashes they hold.
func (f folder) proofs(name string, check func(number int64, hashes []tlog.Hash)) int {
	files, err := os.ReadDir(f.path(name))
	must(err, name)
	for _, file := range files {
		number, err := strconv.ParseInt(file.Name(), 10, 64)
		must(err, file.Name())
		var hashes []tlog.Hash
		for _, line := range strings.Fields(string(f.read(name + "/" + file.Name()))) {
			hash, err := tlog.ParseHash(line)
			must(err, file.Name())
			hashes = append(hashes, hash)
		}
		check(number, hashes)
	}
	return len(files)
}

func same(a, b []tlog.Hash) bool {
	if len(a) != len(b) {
		return false
	}
	for at := range a {
		if !bytes.Equal(a[at][:], b[at][:]) {
			return false
		}
	}
	return true
}

func main() {
	f := folder(os.Args[1])
	key, err := note.NewVerifier(strings.TrimSpace(string(f.read("vkey"))))
	must(err, "vkey")
	tree := f.tree("checkpoint", key)
	hashes := tlog.TileHashReader(tree, f)

	entries := f.entries(tree.N)
	for at, entry := range entries {
		proof, err := tlog.ProveRecord(tree.N, int64(at), hashes)
		must(err, "a tile")
		must(tlog.CheckRecord(proof, tree.N, tree.Hash, int64(at), tlog.RecordHash(entry)), "an entry")
	}
	old, err := os.ReadDir(f.path("old"))
	must(err, "old")
	before := map[int64]tlog.Tree{}
	for _, file := range old {
		one := f.tree("old/"+file.Name(), key)
		proof, err := tlog.ProveTree(tree.N, one.N, hashes)
		must(err, "a tile")
		must(tlog.CheckTree(proof, tree.N, tree.Hash, one.N, one.Hash), "an old checkpoint")
		before[one.N] = one
	}
	inclusion := f.proofs("inclusion", func(index int64, ours []tlog.Hash) {
		must(tlog.CheckRecord(ours, tree.N, tree.Hash, index, tlog.RecordHash(entries[index])), "a proof of inclusion")
	})
	consistency := f.proofs("consistency", func(size int64, ours []tlog.Hash) {
		must(tlog.CheckTree(ours, tree.N, tree.Hash, size, before[size].Hash), "a proof of consistency")
		theirs, err := tlog.ProveTree(tree.N, size, hashes)
		must(err, "a tile")
		if !same(ours, theirs) {
			must(fmt.Errorf("not the hashes that Go gives"), "a proof of consistency")
		}
	})
	fmt.Printf("entries %d, old checkpoints %d, proofs of inclusion %d, of consistency %d\n",
		len(entries), len(old), inclusion, consistency)
}
