/** Numbers of AssemblyScript, in code that is compiled by both: whole ones, and others. */
export type i32 = number;
export type f64 = number;
export type bool = boolean;
