import type { S3Client } from '@aws-sdk/client-s3'

/** `endpoint`: of a service that isn't Amazon's; its buckets are addressed by path. Without keys the SDK looks for its own. */
export type BucketSettings = {
  bucket: string
  region: string
  endpoint?: string
  keys?: { accessKeyId: string; secretAccessKey: string }
}

type Write = (piece: Uint8Array) => Promise<void>

/** A bucket of Amazon S3 or a compatible service. Every call fails if the service doesn't answer in time. */
export type Bucket = {
  put(name: string, body: Uint8Array, type: string): Promise<void>
  /** An object as a whole; null if there is none of this name. */
  get(name: string): Promise<Uint8Array | null>
  /** Nothing happens if there is none. */
  remove(name: string): Promise<void>
  /** The names of all objects that begin with this. */
  list(beginning: string): Promise<string[]>
  /** Writes an object of any length from pieces. It appears when `work` has ended, or not at all. */
  write<Result>(name: string, work: (write: Write) => Promise<Result>): Promise<Result>
  /** An object piece by piece. Fails if there is none of this name. */
  read(name: string): AsyncGenerator<Uint8Array>
}

/** How long the service may take to answer, in ms, and to take a part. */
const answerMs = 20_000
const partMs = 300_000
/** Ten thousand parts are the most: 160 GB. */
const partBytes = 16 * 1024 * 1024

/** Opens a bucket. The SDK is loaded with the first call. */
export function openBucket({ bucket: Bucket, region, endpoint, keys }: BucketSettings): Bucket {
  let client: Promise<S3Client> | null = null
  const load = () => import('@aws-sdk/client-s3')
  const connect = () => {
    client ??= load().then(
      ({ S3Client }) => new S3Client({ region, endpoint, credentials: keys, forcePathStyle: endpoint !== undefined }),
    )
    return client
  }
  const open = () => Promise.all([load(), connect()])
  const within = (ms: number) => ({ abortSignal: AbortSignal.timeout(ms) })

  return {
    async put(Key, Body, ContentType) {
      const [{ PutObjectCommand }, s3] = await open()
      await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }), within(answerMs))
    },
    async get(Key) {
      const [{ GetObjectCommand, NoSuchKey }, s3] = await open()
      try {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }), within(answerMs))
        return (await Body?.transformToByteArray()) ?? null
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    async remove(Key) {
      const [{ DeleteObjectCommand }, s3] = await open()
      await s3.send(new DeleteObjectCommand({ Bucket, Key }), within(answerMs))
    },
    async list(Prefix) {
      const [{ ListObjectsV2Command }, s3] = await open()
      const names: string[] = []
      let ContinuationToken: string | undefined
      do {
        const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }), within(answerMs))
        names.push(...(page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key])))
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
      return names
    },
    async write(Key, work) {
      const [{ CreateMultipartUploadCommand, UploadPartCommand, CompleteMultipartUploadCommand, ...sdk }, s3] =
        await open()
      const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }), within(answerMs))
      const upload = { Bucket, Key, UploadId }
      const Parts: { PartNumber: number; ETag?: string }[] = []
      try {
        const sendPart = async (Body: Uint8Array) => {
          const PartNumber = Parts.length + 1
          const { ETag } = await s3.send(new UploadPartCommand({ ...upload, PartNumber, Body }), within(partMs))
          Parts.push({ PartNumber, ETag })
        }
        const result = await inParts(sendPart, work)
        await s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }), within(partMs))
        return result
      } catch (error) {
        // If this fails too, the service's own rule for unfinished uploads removes the parts.
        await s3.send(new sdk.AbortMultipartUploadCommand(upload), within(answerMs)).catch(() => undefined)
        throw error
      }
    },
    async *read(Key) {
      const [{ GetObjectCommand }, s3] = await open()
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }))
      yield* Body as unknown as AsyncIterable<Uint8Array>
    },
  }
}

/** Collects pieces into parts of equal length; the last one may be shorter. */
async function inParts<Result>(sendPart: Write, work: (write: Write) => Promise<Result>): Promise<Result> {
  let pieces: Uint8Array[] = []
  let length = 0
  const send = async () => {
    const all = Buffer.concat(pieces)
    const part = all.subarray(0, partBytes)
    pieces = [all.subarray(part.length)]
    length = all.length - part.length
    await sendPart(part)
  }
  const result = await work(async (piece) => {
    // A copy, since its writer may use the memory again.
    pieces.push(Uint8Array.from(piece))
    length += piece.length
    while (length >= partBytes) await send()
  })
  await send()
  return result
}
