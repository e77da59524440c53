import { createFileRoute } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import { McpPage } from '#features/mcp/web/mcp-page.tsx'
import { pageHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/mcp')({
  head: () =>
    pageHead({
      type: 'general',
      title: t('Use prompts in your AI app'),
      description: t(
        'Connect Claude Code, VS Code, Cursor and other apps to these prompts through the Model Context Protocol.',
      ),
      path: '/mcp',
    }),
  component: () => <McpPage siteName={siteFacts().name} isClosed={siteFacts().isClosed ?? false} />,
})
