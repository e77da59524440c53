/** Matrices are multiplied in tiles of this many rows and columns. The sums of a tile fit into the vector registers. */
export const tile = { rows: 4, columns: 8 }

/**
 * Adds a tile of a product to the numbers at `c`. `a`, `b` and `c` are byte addresses in the module's memory: `a`
 * points to the first of four rows of the left matrix, `b` to eight packed columns of the right one (`packColumns`).
 * The left matrix and the product are stored row by row. All numbers are 32-bit floats. `inner`: the number of products
 * in each sum; `aStride`, `cStride`: bytes per row of the left matrix and of the product.
 */
export type AddTile = (a: number, b: number, c: number, inner: number, aStride: number, cStride: number) => void

/**
 * Rearranges a matrix stored row by row: the first eight columns of all rows come first, then the next eight, and so
 * on. A tile then reads consecutive memory, which is three times faster.
 */
export function packColumns(values: Float32Array, columns: number): void {
  const rowByRow = values.slice()
  const rows = values.length / columns
  let place = 0
  for (let first = 0; first < columns; first += tile.columns) {
    for (let row = 0; row < rows; row++) {
      const start = row * columns + first
      values.set(rowByRow.subarray(start, start + tile.columns), place)
      place += tile.columns
    }
  }
}

const bytesOfFloat = 4
const floatsOfVector = 4
const bytesOfVector = floatsOfVector * bytesOfFloat

/**
 * Opcodes of WebAssembly 2.0 (webassembly.github.io/spec/core, "Index of Instructions"). `get`, `set` and `tee` are for
 * locals; `constant`, `add` and `subtract` are for 32-bit integers.
 */
const op = {
  loop: 0x03,
  end: 0x0b,
  branchIf: 0x0d,
  get: 0x20,
  set: 0x21,
  tee: 0x22,
  constant: 0x41,
  add: 0x6a,
  subtract: 0x6b,
  vector: 0xfd,
}
/** Opcodes of vector instructions, which follow `op.vector`. */
const vectorOp = { load: 0x00, loadSplat32: 0x09, store: 0x0b, addFloats: 0xe4, multiplyFloats: 0xe6 }
/** The binary codes of types. */
const type = { i32: 0x7f, vector: 0x7b, function: 0x60, noResult: 0x40 }

/**
 * Compiles `AddTile` for this memory. JavaScript has no vector instructions, so this file assembles WebAssembly by
 * hand, which avoids a runtime of several megabytes.
 */
export function compileAddTile(memory: WebAssembly.Memory): AddTile {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()), { host: { memory } })
  return exports.addTile as AddTile
}

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const params = 6
  // The locals are pointers to the other three rows, then two vectors of the right matrix, a factor, and eight sums
  // (`indexes`).
  const locals = [
    ...list([
      [3, type.i32],
      [11, type.vector],
    ]),
  ]
  const body = [...locals, ...instructions(), op.end]
  // The header of a module, followed by its sections: types (1), imports (2), functions (3), exports (7) and code (10).
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, list([[type.function, ...list(Array(params).fill([type.i32])), 0]])),
    ...section(2, list([[...encodeName('host'), ...encodeName('memory'), 0x02, 0x00, 1]])),
    ...section(3, list([[0]])),
    ...section(7, list([[...encodeName('addTile'), 0x00, 0]])),
    ...section(10, list([[...leb(body.length), ...body]])),
  ])
}

/**
 * The indexes of parameters and locals. `rows` point to the next number of each row, `right` holds two vectors of the
 * right matrix, and `sums` holds two vectors per row.
 */
const indexes = {
  rows: [0, 6, 7, 8],
  b: 1,
  c: 2,
  inner: 3,
  aStride: 4,
  cStride: 5,
  right: [9, 10],
  factor: 11,
  sums: 12,
}

function instructions(): number[] {
  const { rows, b, c, inner, aStride, cStride, right, factor } = indexes
  const halves = right.keys().toArray()
  const sumOf = (row: number, half: number) => indexes.sums + row * halves.length + half
  const advance = (pointer: number, by: number[]) => [op.get, pointer, ...by, op.add, op.set, pointer]
  return [
    ...rows.slice(1).flatMap((row, index) => [op.get, rows[index] ?? 0, op.get, aStride, op.add, op.set, row]),
    ...[op.loop, type.noResult],
    ...right.flatMap((half, index) => [op.get, b, ...memoryAccess(vectorOp.load, index * bytesOfVector), op.set, half]),
    ...rows.flatMap((row, index) => [
      ...[op.get, row, ...memoryAccess(vectorOp.loadSplat32, 0), op.set, factor],
      ...halves.flatMap((half) => [
        ...[op.get, sumOf(index, half), op.get, factor, op.get, right[half] ?? 0],
        ...[...vectorCode(vectorOp.multiplyFloats), ...vectorCode(vectorOp.addFloats), op.set, sumOf(index, half)],
      ]),
      ...advance(row, [op.constant, bytesOfFloat]),
    ]),
    ...advance(b, [op.constant, tile.columns * bytesOfFloat]),
    ...[op.get, inner, op.constant, 1, op.subtract, op.tee, inner, op.branchIf, 0, op.end],
    ...rows.flatMap((_, row) => [
      ...halves.flatMap((half) => [
        ...[op.get, c, op.get, c, ...memoryAccess(vectorOp.load, half * bytesOfVector), op.get, sumOf(row, half)],
        ...[...vectorCode(vectorOp.addFloats), ...memoryAccess(vectorOp.store, half * bytesOfVector)],
      ]),
      ...advance(c, [op.get, cStride]),
    ]),
  ]
}

/** Encodes an instruction that reads or writes memory at an offset, which needn't be aligned. */
function memoryAccess(code: number, offset: number): number[] {
  return [...vectorCode(code), 0, ...leb(offset)]
}

function vectorCode(code: number): number[] {
  return [op.vector, ...leb(code)]
}

/** Encodes a section of a module: its id, its length and its content. */
function section(id: number, content: number[]): number[] {
  return [id, ...leb(content.length), ...content]
}

/** Encodes a vector of the binary format, which is its length and then its items. */
function list(items: number[][]): number[] {
  return [...leb(items.length), ...items.flat()]
}

function encodeName(name: string): number[] {
  return list([...Buffer.from(name)].map((byte) => [byte]))
}

/** Encodes an integer as unsigned LEB128. */
function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)]
}
