import { createFileRoute, redirect } from '@tanstack/react-router'

/**
 * The address at which AI apps read the prompts of a collection. People who open it are redirected to the collection's
 * page.
 */
export const Route = createFileRoute('/mcp_/c/$slug')({
  beforeLoad: ({ params: { slug } }) => {
    throw redirect({ to: '/collection/$slug', params: { slug }, statusCode: 301 })
  },
})
