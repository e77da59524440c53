/** An app as the tests connect it: by its document, or by registering itself. `redirect` is where it waits for an answer. */
export type AppShape = {
  name: string
  redirect: string
  document?: { client_id: string } & Record<string, unknown>
  registration?: Record<string, unknown>
}

const codeAndRefresh = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] }

/** Apps whose documents and registrations have the shape of those that known apps published or sent in 2026. */
export const appShapes: AppShape[] = [
  {
    name: 'Claude',
    redirect: 'https://claude.ai/api/mcp/auth_callback',
    document: {
      client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
      client_name: 'Claude',
      client_uri: 'https://claude.ai',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
      token_endpoint_auth_method: 'none',
      ...codeAndRefresh,
    },
  },
  {
    name: 'ChatGPT',
    redirect: 'https://chatgpt.com/connector/oauth/a1b2c3',
    document: {
      client_id: 'https://chatgpt.com/oauth/a1b2c3/client.json',
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector/oauth/a1b2c3'],
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
      jwks_uri: 'https://chatgpt.com/oauth/jwks.json',
      scope: 'openid email',
      ...codeAndRefresh,
    },
  },
  {
    name: 'Claude Code',
    redirect: 'http://localhost:53122/callback',
    document: {
      client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
      client_name: 'Claude Code',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
      ...codeAndRefresh,
    },
  },
  {
    name: 'Visual Studio Code',
    redirect: 'http://127.0.0.1:51999/',
    document: {
      client_id: 'https://vscode.dev/oauth/client-metadata.json',
      client_name: 'Visual Studio Code',
      client_uri: 'https://vscode.dev/product',
      redirect_uris: ['http://127.0.0.1:33418/', 'http://localhost:33418/', 'https://vscode.dev/redirect'],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: [...codeAndRefresh.grant_types, 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
    },
  },
  {
    name: 'Cursor',
    redirect: 'cursor://anysphere.cursor-mcp/oauth/callback',
    registration: {
      client_name: 'Cursor',
      redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://localhost:8787/callback'],
      token_endpoint_auth_method: 'none',
      ...codeAndRefresh,
    },
  },
  {
    name: 'A program',
    redirect: 'http://127.0.0.1:4000/back',
    // What a client of the specification of 2025 sends at least. It asks for a secret by default.
    registration: { client_name: 'A program', redirect_uris: ['http://127.0.0.1:4000/back'] },
  },
]
