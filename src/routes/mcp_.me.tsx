import { createFileRoute, redirect } from '@tanstack/react-router'

/** The address at which AI apps read what a member saved. People who open it are redirected to the page about it. */
export const Route = createFileRoute('/mcp_/me')({
  beforeLoad: () => {
    throw redirect({ to: '/mcp', statusCode: 301 })
  },
})
