import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The tools of generator and comparison: what only these share is loaded when one of them is opened. */
const aiTools = /generator-tool|compare-here|comparison-(form|page)/
/** The same, and the public pages around them, which need little of it. */
const aroundAiTools = new RegExp(`src/routes/(compare|models|prompt-generator)|${aiTools.source}`)

/** Pages for members and on the way to being one: what only these share is no part of a first visit. */
const ofMembers =
  /src\/routes\/(admin|auth|create-prompt|credits|dashboard|favorites|my-prompts|prompt\.\$slug_\.|settings|subscription)|session-life|user-menu|author-keys|report-key|hidden-prompt-status|own-marks|stripe-form/
const forMembers = new RegExp(`${ofMembers.source}|${aroundAiTools.source}`)

/** The same, and the one public page with a form like theirs. */
const withForms = new RegExp(`${forMembers.source}|src/routes/contact`)

/** Public pages that show no prompts. */
const withoutPrompts =
  /src\/routes\/(auth\.(forgot|index|reset)|categories|compare\.index|contact|cookies|help|models|privacy|prompt-generator|ranking|sitemap|terms)/

type Info = { isEntry: boolean; importers: string[]; dynamicImporters: string[] }
type Graph = { getModuleInfo: (id: string) => Info | null }

/** Stands for the file that every page begins with. */
const entry = 'entry'

/** What has a module loaded: pages, and other modules that are loaded lazily. */
function rootsOf(id: string, graph: Graph, seen = new Set<string>()): string[] {
  const info = graph.getModuleInfo(id)
  if (seen.has(id) || !info) return []
  seen.add(id)
  if (info.isEntry || info.dynamicImporters.length + info.importers.length === 0) return [entry]
  if (info.dynamicImporters.length > 0) return [id]
  return info.importers.flatMap((importer) => rootsOf(importer, graph, seen))
}

/** Whether a module is only there for these pages. */
function isOnlyFor(pages: RegExp, id: string, graph: Graph): boolean {
  return rootsOf(id, graph).every((root) => pages.test(root))
}

/** Whether a module is there for a first visit, and for other pages or parts too. */
function isForVisits(id: string, graph: Graph): boolean {
  const roots = rootsOf(id, graph)
  return roots.length >= 3 && roots.some((root) => /src\/routes/.test(root) && !withForms.test(root))
}

/** What pages share, fullest pages first: each file has what its pages need and no file before it has. */
const sharedFiles: [file: string, pages: RegExp][] = [
  ['prompts', /src\/routes\/(index|prompt\.\$slug)\.tsx/],
  ['results', /src\/routes\/search/],
  ['lists', /src\/routes/],
]

/** The file of a module that first visits load: of all pages, or of some that show prompts. */
function fileOf(id: string, graph: Graph): string | null {
  const roots = rootsOf(id, graph)
  if (roots.includes(entry)) return 'app'
  if (!/src\//.test(id) || !isForVisits(id, graph)) return null
  if (roots.some((root) => withoutPrompts.test(root))) return 'app'
  return sharedFiles.find(([, pages]) => roots.some((root) => pages.test(root)))?.[0] ?? null
}

/** The part of the query cache for endless lists: pages here have numbers and cursors, so no browser needs its code. */
const endlessLists = /query-core\/build\/modern\/infiniteQueryBehavior\.js$/
const withoutEndlessLists: Plugin = {
  name: 'without-endless-lists',
  load: (id) => (endlessLists.test(id) ? noEndlessLists : null),
}
const noEndlessLists = `
  const refuse = () => { throw Error('vite.config.ts leaves endless lists out.') }
  export { refuse as infiniteQueryBehavior, refuse as hasNextPage, refuse as hasPreviousPage }`

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
  resolve: {
    // The router asks for the variant for old versions of React.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    assetsInlineLimit: 0,
    // A first visit need not know what each later page is made of: 1 KB of file names.
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every first visit needs is one file, what pages with prompts share a few others: compressed together
            // they are 5 KB smaller than two dozen small ones.
            codeSplitting: {
              groups: [
                ...['app', ...sharedFiles.map(([file]) => file)].map((file) => ({
                  name: (id: string, graph: Graph) => (fileOf(id, graph) === file ? file : null),
                })),
                {
                  name: (id, graph) => (isOnlyFor(forMembers, id, graph) ? null : 'forms'),
                  test: /src/,
                  minShareCount: 3,
                },
                {
                  name: (id, graph) => (isOnlyFor(aiTools, id, graph) ? 'ai-tools' : null),
                  test: /src/,
                  minShareCount: 2,
                  // What others need too stays with them: else their pages would load all of this.
                  includeDependenciesRecursively: false,
                },
                {
                  name: (id, graph) => (isOnlyFor(aroundAiTools, id, graph) ? 'models' : null),
                  test: /src/,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
  },
})
