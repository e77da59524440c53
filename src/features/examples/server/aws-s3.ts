import type { S3Client } from '@aws-sdk/client-s3'
import { pictureFiles } from '../rules.ts'
import type { PictureStore } from './picture-store.ts'

/** `endpoint`: of a service that isn't Amazon's; its buckets are addressed by path. Without keys the SDK looks for its own. */
export type BucketSettings = {
  bucket: string
  region: string
  endpoint?: string
  keys?: { accessKeyId: string; secretAccessKey: string }
}

/** How long the service may take to answer, in ms. */
const answerMs = 20_000

/** Keeps the files in a bucket of Amazon S3 or a compatible service. The SDK is loaded with the first picture. */
export function createBucketStore({ bucket: Bucket, region, endpoint, keys }: BucketSettings): PictureStore {
  let client: Promise<S3Client> | null = null
  const load = () => import('@aws-sdk/client-s3')
  const connect = () => {
    client ??= load().then(
      ({ S3Client }) => new S3Client({ region, endpoint, credentials: keys, forcePathStyle: endpoint !== undefined }),
    )
    return client
  }
  const deadline = () => ({ abortSignal: AbortSignal.timeout(answerMs) })
  return {
    async write(key, files) {
      const [{ PutObjectCommand }, s3] = await Promise.all([load(), connect()])
      await Promise.all(
        pictureFiles.map((file) =>
          s3.send(
            new PutObjectCommand({
              Bucket,
              Key: `${key}/${file}`,
              Body: files[file],
              ContentType: `image/${file.split('.')[1]}`,
            }),
            deadline(),
          ),
        ),
      )
    },
    async read(key, file) {
      const [{ GetObjectCommand, NoSuchKey }, s3] = await Promise.all([load(), connect()])
      try {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: `${key}/${file}` }), deadline())
        return (await Body?.transformToByteArray()) ?? null
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    async remove(key) {
      const [{ DeleteObjectCommand }, s3] = await Promise.all([load(), connect()])
      // One by one: not every compatible service has the call for several.
      for (const file of pictureFiles)
        await s3.send(new DeleteObjectCommand({ Bucket, Key: `${key}/${file}` }), deadline())
    },
  }
}
