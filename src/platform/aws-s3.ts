import type { S3Client } from '@aws-sdk/client-s3'

/**
 * `endpoint`: the URL of a compatible service; the bucket's name is then part of each path. Without `keys`
 * or `region`, the SDK looks for them elsewhere, for example in the environment.
 */
export type BucketSettings = {
  bucket: string
  region?: string
  endpoint?: string
  keys?: { accessKeyId: string; secretAccessKey: string }
}

type Write = (chunk: Uint8Array) => Promise<void>

/**
 * A bucket of Amazon S3 or a compatible service. Every call except `read` fails if the service doesn't respond in time.
 */
export type Bucket = {
  put(name: string, body: Uint8Array, contentType: string): Promise<void>
  /** Reads an object into memory. Returns null if there is no object with this name. */
  get(name: string): Promise<Uint8Array | null>
  /** Removes an object. Does nothing if there is no object with this name. */
  remove(name: string): Promise<void>
  /** Lists the names of all objects that begin with a prefix. */
  list(prefix: string): Promise<string[]>
  /** Writes an object of any length in chunks. The object appears only if `work` succeeds. */
  write<Result>(name: string, work: (write: Write) => Promise<Result>): Promise<Result>
  /** Reads an object in chunks. Fails if there is no object with this name. */
  read(name: string): AsyncGenerator<Uint8Array>
}

/** How long the service may take to respond, and to receive a part of an object, in ms. */
const responseMs = 20_000
const partMs = 300_000
/** The size of a part in bytes. S3 allows ten thousand parts, so an object can have up to 156 GiB. */
const partBytes = 16 * 1024 * 1024

/** Opens a bucket. The SDK is loaded at the first call. */
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
      await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }), within(responseMs))
    },
    async get(Key) {
      const [{ GetObjectCommand, NoSuchKey }, s3] = await open()
      try {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }), within(responseMs))
        return (await Body?.transformToByteArray()) ?? null
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    async remove(Key) {
      const [{ DeleteObjectCommand }, s3] = await open()
      await s3.send(new DeleteObjectCommand({ Bucket, Key }), within(responseMs))
    },
    async list(Prefix) {
      const [{ ListObjectsV2Command }, s3] = await open()
      const names: string[] = []
      let ContinuationToken: string | undefined
      do {
        const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }), within(responseMs))
        names.push(...(page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key])))
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
      return names
    },
    async write(Key, work) {
      const [{ CreateMultipartUploadCommand, UploadPartCommand, CompleteMultipartUploadCommand, ...sdk }, s3] =
        await open()
      const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }), within(responseMs))
      const upload = { Bucket, Key, UploadId }
      const Parts: { PartNumber: number; ETag?: string }[] = []
      try {
        const sendPart = async (Body: Uint8Array) => {
          const PartNumber = Parts.length + 1
          const { ETag } = await s3.send(new UploadPartCommand({ ...upload, PartNumber, Body }), within(partMs))
          Parts.push({ PartNumber, ETag })
        }
        const result = await sendInParts(sendPart, work)
        await s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }), within(partMs))
        return result
      } catch (error) {
        // If this fails too, the parts stay until a lifecycle rule of the bucket removes incomplete uploads.
        await s3.send(new sdk.AbortMultipartUploadCommand(upload), within(responseMs)).catch(() => undefined)
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

/** Sends the chunks that `work` writes, in parts of equal length. The last part may be shorter. */
async function sendInParts<Result>(sendPart: Write, work: (write: Write) => Promise<Result>): Promise<Result> {
  let chunks: Uint8Array[] = []
  let length = 0
  const send = async () => {
    const all = Buffer.concat(chunks)
    const part = all.subarray(0, partBytes)
    chunks = [all.subarray(part.length)]
    length = all.length - part.length
    await sendPart(part)
  }
  const result = await work(async (chunk) => {
    // The chunk is copied, since the writer may reuse the chunk's memory.
    chunks.push(Uint8Array.from(chunk))
    length += chunk.length
    while (length >= partBytes) await send()
  })
  await send()
  return result
}
