//! Pairs six players so that the sum over the boards is the greatest possible. Ann and Bob have met,
//! and so have Cai and Dee: those pairs are no edges.
//!
//!     RUSTFLAGS="-L FOLDER_OF_LIBFASTPAIR" LD_LIBRARY_PATH=FOLDER_OF_LIBFASTPAIR cargo run

use std::ffi::{c_char, c_void, CStr};
use std::ptr;

/// As much of fastpair.h as a draw needs.
mod c {
    use super::{c_char, c_void};

    pub const ABI: i32 = 1;
    pub const MAX_CARDINALITY: i32 = 1;

    pub enum Solution {}

    #[link(name = "fastpair")]
    extern "C" {
        pub fn fastpair_abi() -> i32;
        pub fn fastpair_last_error() -> *const c_char;
        pub fn fastpair_solve_dense(
            size: i64,
            weights: *const i64,
            allowed: *const u8,
            objective: i32,
            interrupt: Option<extern "C" fn(*mut c_void) -> i32>,
            context: *mut c_void,
            solution: *mut *mut Solution,
        ) -> i32;
        pub fn fastpair_solution_mate(from: *const Solution, mate: *mut i64, capacity: i64) -> i32;
        pub fn fastpair_solution_weight(from: *const Solution, weight: *mut i64) -> i32;
        pub fn fastpair_solution_free(solution: *mut Solution);
    }
}

/// A solution that is freed when it goes.
struct Solution(*mut c::Solution);

impl Drop for Solution {
    fn drop(&mut self) {
        unsafe { c::fastpair_solution_free(self.0) }
    }
}

fn check(status: i32) -> Result<(), String> {
    if status == 0 {
        return Ok(());
    }
    let message = unsafe { CStr::from_ptr(c::fastpair_last_error()) };
    Err(message.to_string_lossy().into_owned())
}

/// The mates, and the weight, of the best matching of a symmetric matrix.
fn best(size: usize, weights: &[i64], allowed: &[u8]) -> Result<(Vec<i64>, i64), String> {
    assert!(weights.len() == size * size && allowed.len() == size * size);
    let n = size as i64;
    let (matrix, flags, nobody) = (weights.as_ptr(), allowed.as_ptr(), ptr::null_mut());
    let mut solution = Solution(ptr::null_mut());
    let mut mates = vec![-1; size];
    let mut total = 0;
    unsafe {
        let place = &mut solution.0;
        check(c::fastpair_solve_dense(
            n,
            matrix,
            flags,
            c::MAX_CARDINALITY,
            None,
            nobody,
            place,
        ))?;
        check(c::fastpair_solution_mate(solution.0, mates.as_mut_ptr(), n))?;
        check(c::fastpair_solution_weight(solution.0, &mut total))?;
    }
    Ok((mates, total))
}

fn main() -> Result<(), String> {
    let abi = unsafe { c::fastpair_abi() };
    assert_eq!(abi, c::ABI, "another version of libfastpair than expected");
    let names = ["Ann", "Bob", "Cai", "Dee", "Eve", "Fay"];
    let score: [i64; 6] = [9, 8, 6, 5, 2, 1];
    let met = [(0, 1), (2, 3)];

    let n = names.len();
    let (mut weights, mut allowed) = (Vec::new(), Vec::new());
    for i in 0..n {
        for j in 0..n {
            weights.push(100 - (score[i] - score[j]).pow(2));
            allowed.push(u8::from(!met.contains(&(i.min(j), i.max(j)))));
        }
    }

    let (mates, total) = best(n, &weights, &allowed)?;
    for i in 0..n {
        if (i as i64) < mates[i] {
            println!("{} - {}", names[i], names[mates[i] as usize]);
        }
    }
    println!("total {total}");
    Ok(())
}
