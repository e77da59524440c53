import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { PromptPending } from '#features/catalogue/web/pending.tsx'
import { PromptPage } from '#features/catalogue/web/prompt-page.tsx'
import { promptQuery, relatedPromptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import { useCountCopy } from '#features/catalogue/web/use-count-copy.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { relatedToolsQuery } from '#features/tools/web/tool-queries.ts'
import { ToolSheet } from '#features/tools/web/tool-sheet.tsx'
import { Shelf } from '#ui/shelf.tsx'
import type { JsonLdSubject } from '#web/json-ld.ts'
import { orNotFound } from '#web/not-found.ts'
import { notFoundHead, pageHead } from '#web/page-meta.ts'
import type { RouterContext } from '#web/router.tsx'

export const Route = createFileRoute('/prompt/$slug')({
  loader: async ({ context: { queryClient, api }, params: { slug } }) => {
    const prompt = await orNotFound(queryClient.query(promptQuery(api, slug)))
    if (prompt.slug !== slug) throw redirect({ to: '/prompt/$slug', params: { slug: prompt.slug }, statusCode: 301 })
    await Promise.all([
      queryClient.query(relatedPromptsQuery(api, slug)),
      queryClient.query(relatedToolsQuery(api, prompt)),
    ])
    return { title: prompt.title, description: prompt.description || prompt.excerpt }
  },
  head: ({ loaderData, params: { slug }, match }) =>
    loaderData
      ? pageHead({
          ...loaderData,
          type: 'prompt_detail',
          path: `/prompt/${slug}`,
          jsonLd: () => shownPrompt(match.context, slug),
        })
      : notFoundHead(),
  pendingComponent: PromptPending,
  notFoundComponent: NotFoundPage,
  component: PromptRoute,
})

function shownPrompt({ queryClient, api }: RouterContext, slug: string): JsonLdSubject[] {
  const prompt = queryClient.getQueryData(promptQuery(api, slug).queryKey)
  return prompt ? [{ kind: 'prompt', prompt }] : []
}

function PromptRoute() {
  const { api } = Route.useRouteContext()
  const { slug } = Route.useParams()
  const { data: prompt } = useSuspenseQuery(promptQuery(api, slug))
  const { data: related } = useSuspenseQuery(relatedPromptsQuery(api, slug))
  const { data: tools } = useSuspenseQuery(relatedToolsQuery(api, prompt))
  const countCopy = useCountCopy()
  const below = tools.length > 0 && (
    <Shelf title="Tools for this">
      <ToolSheet tools={tools} />
    </Shelf>
  )
  return <PromptPage prompt={prompt} related={related} onCopied={() => countCopy(prompt)} slots={{ below }} />
}
