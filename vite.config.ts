import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { markTexts } from '#server/languages/mark-texts.ts'

/** Removes TanStack Query's code for infinite lists. The site doesn't use it, because its lists have pages. */
const withoutInfiniteLists: Plugin = {
  name: 'without-infinite-lists',
  load: (id) => (/query-core\/build\/modern\/infiniteQueryBehavior\.js$/.test(id) ? noInfiniteLists : null),
}
const noInfiniteLists = `
  const refuse = () => { throw Error('vite.config.ts removes infinite lists.') }
  export { refuse as infiniteQueryBehavior, refuse as hasNextPage, refuse as hasPreviousPage }`

/** Forms and parts of lists, which the home page doesn't need. */
const notOnHome =
  'form-dialog|prompt-table|list-controls|prompt-list|side-layout|choice-list|use-checked-form|form-controls|field|note|run-target-rules|placeholder-rules|hidden-character-rules|license-rules|list-filters|filter-rules'

/**
 * The modules that every page loads become one file (`app`). Modules in the listed folders that at least ten lazy files
 * need become another file (`prompts`), except those of `notOnHome`. docs/decisions/007-small-first-load.md has the numbers
 * of files and bytes.
 */
const sharedFiles = [
  { name: 'app', tags: ['$initial' as const] },
  {
    name: 'prompts',
    test: new RegExp(
      `src/(features/(catalogue|variables|worksheet|votes|favorites|search|contributors)|ui|client|app|lib)/(?!.*(${notOnHome})\\.)`,
    ),
    minShareCount: 10,
  },
]

export default defineConfig({
  plugins: [
    withoutInfiniteLists,
    markTexts('dist/texts.json'),
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'src',
      router: {
        entry: 'app/router.tsx',
        routesDirectory: 'routes',
        generatedRouteTree: 'app/route-tree.gen.ts',
        // Only the components of pages become separate files. Those for errors and pending pages would have a single
        // line each.
        codeSplittingOptions: { defaultBehavior: [['component']] },
      },
      client: { entry: 'app/entry-client.tsx' },
      server: { entry: 'app/entry-server.ts' },
    }),
    react(),
  ],
  // The router imports a variant for old versions of React. This replaces it with the one for the current version.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  // Without the list for preloading modules, which has the file names of all other pages, a first visit loads 1 KB less.
  build: { assetsInlineLimit: 0, modulePreload: false },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: sharedFiles } } } } },
    ssr: { resolve: { noExternal: true }, build: { rolldownOptions: { output: { codeSplitting: false } } } },
  },
})
