import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The part of the query cache for endless lists: pages here have numbers and cursors, so no browser needs its code. */
const endlessLists = /query-core\/build\/modern\/infiniteQueryBehavior\.js$/
const withoutEndlessLists: Plugin = {
  name: 'without-endless-lists',
  load: (id) => (endlessLists.test(id) ? noEndlessLists : null),
}
const noEndlessLists = `
  const refuse = () => { throw Error('vite.config.ts leaves endless lists out.') }
  export { refuse as infiniteQueryBehavior, refuse as hasNextPage, refuse as hasPreviousPage }`

/** Forms and parts of lists, which home does without. */
const notOnHome =
  'form-dialog|prompt-table|list-controls|prompt-list|side-layout|choice-list|use-checked-form|form-controls|field|note'

/**
 * Files that many pages share, so that a first visit loads some 15 files instead of 47: compressed together they are
 * 4 KB smaller. `minShareCount` is the number of lazy files that need a module (docs/decisions/042-shared-files.md).
 */
const sharedFiles = [
  { name: 'app', test: /node_modules|src\//, minShareCount: 50 },
  {
    name: 'prompts',
    test: new RegExp(
      `src/(features/(catalogue|variables|worksheet|votes|favorites|search|contributors)|ui|web|lib)/(?!.*(${notOnHome})\\.)`,
    ),
    minShareCount: 10,
  },
]

export default defineConfig({
  plugins: [
    withoutEndlessLists,
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'src',
      router: {
        entry: 'web/router.tsx',
        routesDirectory: 'routes',
        generatedRouteTree: 'web/route-tree.gen.ts',
        // What is shown in place of a page is on every page already; files of their own would hold one line each.
        codeSplittingOptions: { defaultBehavior: [['component']] },
      },
      client: { entry: 'web/entry-client.tsx' },
      server: { entry: 'web/entry-server.ts' },
    }),
    react(),
  ],
  // The router asks for the variant for old versions of React.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  // A first visit need not know what each later page is made of: 1 KB of file names.
  build: { assetsInlineLimit: 0, modulePreload: false },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: sharedFiles } } } } } },
})
