import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const files = [
  import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  import.meta.resolve('swagger-ui-dist/swagger-ui.css'),
]

/**
 * Copies Swagger UI's script and style sheet, which /api/docs uses, to `swagger-ui` in the folder of built files.
 * Removes their references to source maps, which aren't served.
 */
export async function copySwaggerUi(folder: string): Promise<void> {
  const target = join(folder, 'swagger-ui')
  await mkdir(target, { recursive: true })
  for (const file of files) {
    const text = await readFile(new URL(file), 'utf8')
    await writeFile(
      join(target, file.slice(file.lastIndexOf('/') + 1)),
      text.replace(/\n\/[/*]# sourceMappingURL=.*$/, '\n'),
    )
  }
}
