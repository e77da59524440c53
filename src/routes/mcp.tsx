import { createFileRoute } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import { McpPage } from '#features/mcp/web/mcp-page.tsx'
import { pageHead } from '#features/site/web/page-meta.ts'

export const Route = createFileRoute('/mcp')({
  head: () =>
    pageHead({
      type: 'general',
      title: 'Use prompts in your AI app',
      description:
        'Connect Claude Code, VS Code, Cursor and other apps to these prompts through the Model Context Protocol.',
      path: '/mcp',
    }),
  component: () => <McpPage siteName={siteFacts().name} isClosed={siteFacts().isClosed ?? false} />,
})
