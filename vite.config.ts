import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'src',
      router: { entry: 'web/router.tsx', routesDirectory: 'routes', generatedRouteTree: 'web/route-tree.gen.ts' },
      client: { entry: 'web/entry-client.tsx' },
      server: { entry: 'web/entry-server.ts' },
    }),
    react(),
  ],
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Packages in one file: compressed together they are 3 KB smaller, and they outlive our own changes.
            // What three pages share in another: two dozen small files compress badly.
            codeSplitting: {
              groups: [
                { name: 'packages', test: /node_modules/ },
                { name: 'shared', test: /src/, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
  },
})
