import type { ReactNode } from 'react'
import type { Tool } from '#features/tools/contract.ts'
import { hostOf } from '#features/tools/rules.ts'
import { Icon } from '#ui/icon.tsx'

/** The link to a tool's own site. It shows the host, and is `nofollow` for search engines. */
export function ToolSiteLink({
  tool,
  className = 'link',
  children,
}: {
  tool: Pick<Tool, 'url'>
  className?: string
  children?: ReactNode
}) {
  return (
    <a href={tool.url} rel="nofollow ugc noopener" className={className}>
      <span className="min-w-0 truncate">
        {children && <>{children} </>}
        {hostOf(tool.url)}
      </span>
      <Icon name="arrow-up-right" className="icon-sm" />
    </a>
  )
}
