import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import type { RouterContext } from '#client/router-context.ts'
import { type PictureTool, pictureTools } from '#features/catalogue/picture-fact-rules.ts'
import { imageCategory } from '#features/catalogue/rules.ts'
import { PromptGrid } from '#features/catalogue/web/prompt-grid.tsx'
import { promptsAboutQuery, promptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import type { Tool } from '#features/tools/contract.ts'
import { findSharedTags, hostOf } from '#features/tools/rules.ts'
import { targetAt } from '#features/worksheet/run-target-rules.ts'
import { formatList } from '#lib/format-list.ts'
import { t } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { cardButtons } from './-card-buttons.tsx'

/** How many prompts a tool's page shows. */
const promptsMax = 3

/**
 * Returns which prompts run in a tool, if the site knows: for an image tool those whose text names it, and for a chat or
 * an editor in which prompts open the most popular ones other than image prompts, with a title that says which they are.
 */
function runnablePrompts({ name, type, url }: Tool) {
  const imageTool = (Object.keys(pictureTools) as PictureTool[]).find((tool) => pictureTools[tool] === name)
  if (imageTool && type === 'image')
    return {
      title: t('Prompts for {name}', { name }),
      filters: { tool: imageTool, sort: undefined, limit: promptsMax },
    }
  const target = targetAt(hostOf(url))
  return (
    target && {
      title: t('Prompts that open in {name}', { name: target.name }),
      filters: { sort: 'popular' as const, exceptCategory: imageCategory, limit: promptsMax },
    }
  )
}

/** Loads what `ToolPrompts` shows. */
export async function loadToolPrompts(
  { queryClient, api }: Pick<RouterContext, 'queryClient' | 'api'>,
  tool: Tool,
): Promise<void> {
  const runnable = runnablePrompts(tool)
  await Promise.all([
    runnable && queryClient.query(promptsQuery(api, runnable.filters)),
    runnable?.filters.sort ? undefined : queryClient.query(promptsAboutQuery(api, tool)),
  ])
}

/** The prompts on a tool's page: those that run in it, or those about the same things. */
export function ToolPrompts({ tool }: { tool: Tool }) {
  const runnable = runnablePrompts(tool)
  return runnable ? <RunnablePrompts tool={tool} {...runnable} /> : <PromptsAbout tool={tool} />
}

/** Prompts that run in the tool. If no prompt names an image tool yet, those about the same things. */
function RunnablePrompts({ tool, title, filters }: { tool: Tool } & NonNullable<ReturnType<typeof runnablePrompts>>) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: page } = useSuspenseQuery(promptsQuery(api, filters))
  if (page.items.length === 0) return filters.sort ? null : <PromptsAbout tool={tool} />
  return (
    <Section
      title={title}
      more={
        <Link to="/prompts" search={'tool' in filters ? { tool: filters.tool } : {}} className="link">
          {t('All')}
        </Link>
      }
    >
      <PromptGrid prompts={page.items} renderActions={cardButtons} />
    </Section>
  )
}

/** Prompts about the same things. The site doesn’t know whether they work with the tool, so the title says what they are. */
function PromptsAbout({ tool }: { tool: Tool }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: prompts } = useSuspenseQuery(promptsAboutQuery(api, tool))
  const matches = findSharedTags(tool.tags, prompts)
  if (prompts.length === 0) return null
  const isTagged = matches.prompts.length > 0
  return (
    <Section
      title={
        isTagged
          ? t('Prompts tagged {tags}', { tags: formatList(matches.tags, 'or') })
          : t('Prompts in {name}', { name: tool.category.name })
      }
    >
      <PromptGrid prompts={isTagged ? matches.prompts : prompts} renderActions={cardButtons} />
    </Section>
  )
}
