#!/usr/bin/env python3
"""Checks a log with nothing but Python's standard library. Written from docs/guides/verify.md alone.

verify.py http://localhost:5000 [--witness KEY ...] [POST ...]
    the log of a site, signed by these witnesses as well, and the proofs of these posts
verify.py FOLDER ...
    copies of logs, with a file for each address, and the witnesses' keys in "witnesses"; see random-log.ts
"""
import base64, hashlib, json, os, sys, urllib.request

# Ed25519: RFC 8032, 5.1. Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def add(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, point):
    total = (0, 1, 1, 0)
    while number > 0:
        if number & 1:
            total = add(total, point)
        point, number = add(point, point), number >> 1
    return total


def point_of(encoded):
    y = int.from_bytes(encoded, "little")
    is_odd, y = y >> 255, y & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT_OF_MINUS_ONE % P
    if y >= P or (x * x - square) % P != 0 or (x == 0 and is_odd):
        raise AssertionError("not a point of the curve")
    x = P - x if x % 2 != is_odd else x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def has_signed(key, text, signature):
    scalar = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or scalar >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + key + text).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    left = times(scalar, BASE)
    right = add(point_of(signature[:32]), times(challenge, point_of(key)))
    return all((left[at] * right[2] - right[at] * left[2]) % P == 0 for at in (0, 1))


# The tree.
def sha256(data):
    return hashlib.sha256(data).digest()


def node(left, right):
    return sha256(b"\1" + left + right)


def roots_of(leaves):
    """The root over the first n leaves, for each n."""
    roots, subtrees = [sha256(b"")], []
    for count, leaf in enumerate(leaves, start=1):
        found = sha256(b"\0" + leaf)
        while count % 2 == 0:
            found, count = node(subtrees.pop(), found), count // 2
        subtrees.append(found)
        root = subtrees[-1]
        for subtree in reversed(subtrees[:-1]):
            root = node(subtree, root)
        roots.append(root)
    return roots


def check_inclusion(entry, index, size, root, path):
    """RFC 9162, 2.1.3.2."""
    assert index < size
    at, last, found = index, size - 1, sha256(b"\0" + entry)
    for sibling in path:
        assert last > 0, "the proof is too long"
        if at % 2 == 1 or at == last:
            found = node(sibling, found)
            while at % 2 == 0 and at != 0:
                at, last = at // 2, last // 2
        else:
            found = node(found, sibling)
        at, last = at // 2, last // 2
    assert last == 0 and found == root, f"entry {index} is not in the tree of {size}"


def check_consistency(old, old_root, size, root, path):
    """RFC 9162, 2.1.4.2."""
    if old == size:
        assert not path and old_root == root
        return
    path = [old_root, *path] if old & (old - 1) == 0 else path
    at, last = old - 1, size - 1
    while at % 2 == 1:
        at, last = at // 2, last // 2
    before = now = path[0]
    for sibling in path[1:]:
        assert last > 0, "the proof is too long"
        if at % 2 == 1 or at == last:
            before, now = node(sibling, before), node(sibling, now)
            while at % 2 == 0 and at != 0:
                at, last = at // 2, last // 2
        else:
            now = node(now, sibling)
        at, last = at // 2, last // 2
    assert last == 0 and (before, now) == (old_root, root), f"{size} does not continue {old}"


# What the log serves.
LOG, WITNESS = 1, 4


def read_key(line, kind):
    name, key_id, key = line.strip().split("+", 2)
    public = base64.b64decode(key, validate=True)
    assert public[0] == kind and len(public) == 33, f"not a key of this kind: {line}"
    assert sha256(name.encode() + b"\n" + public)[:4].hex() == key_id, "the key's id does not fit"
    return name, key_id, public[1:]


def signature_of(name, key_id, signatures):
    """What stands after the id of this key."""
    for line in signatures.strip().split("\n"):
        dash, signer, encoded = line.split(" ")
        signature = base64.b64decode(encoded, validate=True)
        if dash == "—" and signer == name and signature[:4].hex() == key_id:
            return signature[4:]
    raise AssertionError(f"the checkpoint is not signed by {name}")


def open_checkpoint(note, key_line, witnesses=()):
    """Name, size and root of a checkpoint that this key and all these witnesses have signed."""
    text, signatures = note.split("\n\n", 1)
    text = text.encode() + b"\n"
    name, key_id, key = read_key(key_line, LOG)
    assert has_signed(key, text, signature_of(name, key_id, signatures)), "the signature is wrong"
    for line in witnesses:
        witness, key_id, key = read_key(line, WITNESS)
        signature = signature_of(witness, key_id, signatures)
        time = int.from_bytes(signature[:8], "big")
        cosigned = b"cosignature/v1\ntime %d\n" % time + text
        assert has_signed(key, cosigned, signature[8:]), f"the signature of {witness} is wrong"
    origin, size, root = text.decode().split("\n")[:3]
    assert origin == name, "the checkpoint is another log's"
    return origin, int(size), base64.b64decode(root, validate=True)


def tile_path(level, number, width):
    groups = f"{number % 1000:03}"
    while number >= 1000:
        number //= 1000
        groups = f"x{number % 1000:03}/{groups}"
    return f"log/tile/{level}/{groups}" + (f".p/{width}" if width < 256 else "")


def read_tiles(get, level, count):
    """Bytes of all tiles that have the first `count` things of a level."""
    widths = (min(256, count - first) for first in range(0, count, 256))
    return [get(tile_path(level, number, width)) for number, width in enumerate(widths)]


def read_leaves(get, size):
    leaves = []
    for bundle in read_tiles(get, "entries", size):
        at = 0
        while at < len(bundle):
            end = at + 2 + int.from_bytes(bundle[at : at + 2], "big")
            leaves.append(bundle[at + 2 : end])
            at = end
    assert len(leaves) == size, f"{len(leaves)} entries are served of {size}"
    return leaves


def check_rows(leaves):
    """Each entry is canonical JSON, has its number and names the hash of the one before."""
    previous = "0" * 64
    for number, leaf in enumerate(leaves, start=1):
        row = json.loads(leaf)
        canonical = json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert canonical.encode() == leaf, f"entry {number - 1} is not canonical"
        assert (row["v"], row["seq"]) == (3, number), f"entry {number - 1} says that it is another one"
        assert row["previous"] == previous, f"entry {number - 1} does not follow the one before"
        previous = hashlib.sha256(leaf).hexdigest()


def check_tiles(get, leaves):
    level, hashes = 0, [sha256(b"\0" + leaf) for leaf in leaves]
    while hashes:
        assert b"".join(read_tiles(get, level, len(hashes))) == b"".join(hashes), f"tiles of level {level} are wrong"
        for _ in range(8):
            hashes = [node(*hashes[at : at + 2]) for at in range(0, len(hashes) - 1, 2)]
        level += 1


def check_proof(get, key, witnesses, post):
    head, checkpoint = get(f"content/{post}/proof").decode().split("\n\n", 1)
    form, extra, index, *path = head.split("\n")
    assert form == "c2sp.org/tlog-proof@v1"
    entry, index = base64.b64decode(extra.removeprefix("extra ")), int(index.removeprefix("index "))
    _, size, root = open_checkpoint(checkpoint, key, witnesses)
    check_inclusion(entry, index, size, root, [base64.b64decode(line) for line in path])
    row = json.loads(entry)
    assert (row["decision"], row["content"]) == ("approved", post), f"the entry does not approve post {post}"
    canonical = get(f"content/{post}/canonical")
    assert sha256(canonical).hex() == row["revision_hash"], f"post {post} has another text"
    review = next(review for review in json.loads(get(f"content/{post}/reviews"))["items"] if review["seq"] == row["seq"])
    if not review.get("reviewer_erased"):  # else the salt is destroyed: nobody can name the reviewer
        opened = sha256(bytes.fromhex(review["reviewer_salt"]) + str(review["reviewer"]["id"]).encode())
        assert opened.hex() == row["reviewer_commitment"], f"post {post} names another reviewer"
    for picture in json.loads(canonical).get("pictures", []):
        data = get(f"media/{picture['key']}")
        assert sha256(data).hex() == picture["sha256"], f"post {post} has another picture"


def check_log(get, witnesses, posts):
    key = get("log/key").decode()
    origin, size, root = open_checkpoint(get("log/checkpoint").decode(), key, witnesses)
    leaves = read_leaves(get, size)
    check_rows(leaves)
    check_tiles(get, leaves)
    roots = roots_of(leaves)
    assert roots[size] == root, "the entries do not make the root"
    for post in posts:
        check_proof(get, key, witnesses, post)
    return origin, leaves, roots


def check_copy(folder):
    def get(path):
        with open(os.path.join(folder, path), "rb") as file:
            return file.read()

    def names(path):
        path = os.path.join(folder, path)
        return sorted(int(name) for name in os.listdir(path)) if os.path.isdir(path) else []

    posts, witnesses = names("content"), get("witnesses").decode().splitlines()
    _, leaves, roots = check_log(get, witnesses, posts)
    for size in names("seen"):
        _, signed, root = open_checkpoint(get(f"seen/{size}/checkpoint").decode(), get(f"seen/{size}/key").decode())
        assert signed == size and roots[size] == root, f"the log does not continue its checkpoint of {size}"
    made = json.loads(get("made.json"))
    decoded = lambda path: [base64.b64decode(line) for line in path]
    for index, (leaf, path) in enumerate(zip(leaves, made["inclusion"], strict=True)):
        check_inclusion(leaf, index, len(leaves), roots[-1], decoded(path))
    for pair in made["consistency"]:
        old, size = pair["old"], pair["size"]
        check_consistency(old, roots[old], size, roots[size], decoded(pair["proof"]))
    return len(leaves), len(made["consistency"]), len(posts)


def main(words):
    if words and words[0].startswith("http"):
        site, rest = words[0].rstrip("/"), iter(words[1:])
        witnesses, posts = [], []
        for word in rest:
            if word == "--witness":
                witnesses.append(next(rest))
            else:
                posts.append(int(word))

        def get(path):
            with urllib.request.urlopen(f"{site}/{path}") as answer:
                return answer.read()

        origin, leaves, roots = check_log(get, witnesses, posts)
        signed = "".join(f", signed by {line.split('+')[0]}" for line in witnesses)
        print(f"{origin}: {len(leaves)} entries fit, root {base64.b64encode(roots[-1]).decode()}{signed}")
        return 0
    totals, refused = (0, 0, 0), False
    for folder in words:
        try:
            totals = tuple(map(sum, zip(totals, check_copy(folder))))
        except (AssertionError, KeyError, ValueError, OSError) as error:
            refused = True
            print(f"{os.path.basename(folder)}: {error}")
    if not refused:
        print(f"{len(words)} logs, {totals[0]} entries, {totals[1]} pairs, {totals[2]} proofs agree")
    return 1 if refused or not words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
