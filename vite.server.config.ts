import { dirname, join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { bundledPackages } from '#server/start/bundled-packages.ts'

const bundleFolder = join(import.meta.dirname, 'dist/bundle')

/**
 * Source files read files from their own folders, and start programs there. This plugin keeps the paths of these files
 * and programs valid in the bundle.
 */
const pathsOfSources: Plugin = {
  name: 'paths-of-sources',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: /import\.meta\.(url|dirname)/ },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.url', `new URL('${relative(bundleFolder, id)}', import.meta.url).href`)
        .replaceAll('import.meta.dirname', `\`\${import.meta.dirname}/${relative(bundleFolder, dirname(id))}\``),
  },
}

/** Builds the bundle of the server that `src/server/main.ts` loads. */
export default defineConfig({
  plugins: [pathsOfSources],
  ssr: { noExternal: bundledPackages },
  build: {
    ssr: 'src/server/start/run-server.ts',
    outDir: bundleFolder,
    copyPublicDir: false,
    minify: false,
    // All chunks are written to one folder, so a relative path means the same in each of them.
    rolldownOptions: { output: { chunkFileNames: '[name]-[hash].js' } },
  },
})
