export interface Kernel {
  readonly source: string;
  readonly target: string;
  readonly constant: string;
  readonly options: string;
}
export const kernels: readonly Kernel[];
export function compileKernel(kernel?: Kernel): Promise<string>;
