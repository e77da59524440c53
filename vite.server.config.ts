import { dirname, join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { bundledPackages } from './src/server/bundled-packages.ts'

const bundles = join(import.meta.dirname, 'dist/bundle')

/** Sources read files beside them, and start other programs there. Bundled, they still find them. */
const pathsOfSources: Plugin = {
  name: 'paths-of-sources',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: /import\.meta\.(url|dirname)/ },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.url', `new URL('${relative(bundles, id)}', import.meta.url).href`)
        .replaceAll('import.meta.dirname', `\`\${import.meta.dirname}/${relative(bundles, dirname(id))}\``),
  },
}

/** Bundles the server for src/server/main.ts. */
export default defineConfig({
  plugins: [pathsOfSources],
  ssr: { noExternal: bundledPackages },
  build: {
    ssr: 'src/server/run-server.ts',
    outDir: bundles,
    copyPublicDir: false,
    minify: false,
    // All in one folder, so that relative paths are the same in each file.
    rolldownOptions: { output: { chunkFileNames: '[name]-[hash].js' } },
  },
})
